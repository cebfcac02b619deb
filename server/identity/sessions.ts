import { hash } from 'node:crypto'
import fastifyCookie from '@fastify/cookie'
import fastifySession from '@fastify/session'
import type { FastifyInstance, FastifyReply, FastifyRequest, Session } from 'fastify'
import { sql } from 'kysely'
import { DAY_MS } from '../../contract/time.ts'
import type { SignInMethod } from '../../contract/account/account.ts'
import { batched } from '../concurrency/batch.ts'
import type { Person } from '../access/can.ts'
import { accountStatusColumns } from '../access/account-status.ts'
import type { Db } from '../db/connect.ts'
import { settingKey } from '../db/setting-key.ts'
import type { Signals } from '../signals/signals.ts'
import { browserName } from './browser-name.ts'
import { SESSION_ENDED, emitSessionsEnded } from './end-sessions.ts'
import { saveSession, type SignedIn } from './save-session.ts'
import { recordUsedSessions } from './used-sessions.ts'
import { relyingPartyId } from './relying-party.ts'
import { loginRequired } from '../access/refusals.ts'

declare module 'fastify' {
  interface Session {
    userId?: string
    /** Facts about the sign-in. Set only in a new session that is not saved yet. */
    signedIn?: SignedIn
    /**
     * The person, who is read with every request and never stored. It is a function because JSON omits functions. The
     * session is serialised twice per request to see whether it has changed.
     */
    person?: () => Person
  }
}

const SESSION_DAYS = 30
/** How long requests in progress may use the former session id. */
const FORMER_ID_FOR = sql`interval '10 seconds'`
/** A typed password counts as a confirmation for ten minutes, and not if it was typed while the clock was ahead. */
const isConfirmed = sql<boolean>`confirmed_at between now() - interval '10 minutes' and now() + interval '1 minute'`
/** Over https the prefix makes browsers refuse a cookie that another host of the domain has set. */
const COOKIE_NAME = 'reverie'
const SECURE_COOKIE_NAME = `__Host-${COOKIE_NAME}`

/**
 * Sessions of signed-in people, in the specification's Session table. The cookie contains a signed random id; the table
 * contains only its hash. Visitors have neither a row nor a cookie.
 */
export async function addSessions(
  app: FastifyInstance,
  { db, signals, secret, publicUrl }: { db: Db; signals: Signals; secret: string; publicUrl: string },
): Promise<void> {
  const isHttps = publicUrl.startsWith('https:')
  const used = recordUsedSessions(db, app.log)
  app.addHook('onClose', () => used.stop())
  await app.register(fastifyCookie)
  app.addHook('onSend', async (request) => {
    // The plugin would delete the cookie of an ended session, which a new sign-in may have replaced meanwhile.
    if (request.session?.userId === undefined) delete (request as { session?: Session }).session
  })
  await app.register(fastifySession, {
    secret,
    cookieName: isHttps ? SECURE_COOKIE_NAME : COOKIE_NAME,
    cookie: { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/', maxAge: SESSION_DAYS * DAY_MS },
    store: sessionStore(db, signals, used.note, publicUrl),
    saveUninitialized: false,
    rolling: false,
  })
}

/**
 * Signs the caller in with a new session id. An id planted before sign-in is then worthless. The session is saved and
 * its cookie set when the reply is sent.
 *
 * @param facts.typed The compared password, if any. A change of it before the session is saved makes the sign-in fail.
 * @param facts.passkeyId The used passkey, if any. Its removal before that also makes the sign-in fail.
 * @param facts.isUnconfirmed Whether the sign-in does not count as a confirmation. People with a passkey confirm with
 *   it.
 */
export async function signIn(
  request: FastifyRequest,
  userId: string,
  method: SignInMethod,
  facts: Omit<SignedIn, 'method' | 'browser'> = {},
): Promise<void> {
  // A visitor's id is new already: it was made for this request.
  if (request.session.userId !== undefined) await request.session.regenerate()
  request.session.userId = userId
  request.session.signedIn = { method, ...facts, browser: browserName(request.headers['user-agent']) }
}

/**
 * Gives the caller's session a new id, because its credentials or rights have changed. The device stays the same. The
 * session's row is changed instead of replaced, so that a concurrent end of all sessions also ends this one.
 *
 * @param hasNewPassword Whether the password was changed.
 * @param keepsFormerId Whether the former id stays valid for some seconds, without confirming anything. Concurrent
 *   requests of this and other tabs use it and would otherwise be signed out.
 * @throws {AppError} LOGIN_REQUIRED if the session has since ended.
 */
export async function renewSession(
  { db, signals }: { db: Db; signals: Signals },
  request: FastifyRequest,
  { hasNewPassword = false, keepsFormerId = false }: { hasNewPassword?: boolean; keepsFormerId?: boolean } = {},
): Promise<void> {
  const key = sessionKey(request)
  const { userId } = request.session
  const formerExpire = keepsFormerId ? sql`now() + ${FORMER_ID_FOR}` : sql`now()`
  // A row that expires this soon is not deleted with its id (`endSession`).
  await sql`update sessions set expire = ${formerExpire} where sid = ${key}`.execute(db)
  await request.session.regenerate()
  // The account is locked before its session, as in every change of an account. Inserting a session locks it, too.
  const { rows } = await sql`
    with owner as (select id from users where id = ${userId} for key share),
    renewed as (
      update sessions set sid = ${sessionKey(request)}, expire = now() + ${SESSION_DAYS} * interval '1 day', used_at = now(),
        confirmed_at = now(), is_easy_to_guess = is_easy_to_guess and not ${hasNewPassword}
      from owner where sid = ${key} and user_id = owner.id returning sessions.*
    ),
    former as (
      insert into sessions (sid, sess, expire, user_id, method, confirmed_at)
      select ${key}, sess, ${formerExpire}, user_id, method, '-infinity' from renewed where ${keepsFormerId}
    )
    select from renewed`.execute(db)
  if (rows.length === 0) throw loginRequired()
  request.session.userId = userId!
  // Streams reconnect with the new id.
  signals.emit(SESSION_ENDED, key)
}

/** Records a confirmation. The session keeps its id: with a new one, concurrent requests would be signed out. */
export async function confirmSession(db: Db, request: FastifyRequest): Promise<void> {
  await sql`update sessions set confirmed_at = now() where sid = ${sessionKey(request)}`.execute(db)
}

export async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { path = '/', secure } = request.session.cookie
  await request.session.destroy()
  // A browser removes a `__Host-` cookie only if the cookie that replaces it is secure.
  const isHttps = secure === true
  reply.clearCookie(isHttps ? SECURE_COOKIE_NAME : COOKIE_NAME, { path, secure: isHttps, httpOnly: true })
}

/** Whether the request may have a session. */
export function hasSessionCookie(request: FastifyRequest): boolean {
  return request.headers.cookie?.includes(`${COOKIE_NAME}=`) ?? false
}

type Store = NonNullable<fastifySession.FastifySessionOptions['store']>

function sessionStore(db: Db, signals: Signals, noteUse: (key: string) => void, publicUrl: string): Store {
  const find = batched(async (sids: string[]) => {
    const { rows } = await sql<{ sid: string; sess: Session } & Person>`
      select sid, sess, users.id, role, ${isConfirmed} as is_confirmed, ${accountStatusColumns},
        exists (select from relations where relations.user_id = users.id) as has_muted,
        ${lacksPasskey(publicUrl)} as lacks_passkey
      from sessions join users on users.id = sessions.user_id
      where sid = any (${sids}) and expire > now()`.execute(db)
    const bySid = new Map(rows.map(({ sid, sess, ...person }) => [sid, { ...sess, person: () => person }]))
    return sids.map((sid) => bySid.get(sid) ?? null)
  })
  return {
    set(id, session, callback) {
      // A session without a person is not saved.
      if (session.userId === undefined) return callback()
      saveSession(db, hashed(id), session)
        .then((ended) => emitSessionsEnded(signals, ended))
        .then(() => callback(), callback)
    },
    get(id, callback) {
      const key = hashed(id)
      const found = find(key).then((session) => {
        if (session) noteUse(key)
        return session
      })
      found.then((session) => callback(null, session), callback)
    },
    destroy(id, callback) {
      endSession(db, signals, hashed(id)).then(() => callback(), callback)
    },
  }
}

/**
 * Selects whether the person is staff without a passkey on a site that requires one. It is always false over http,
 * where browsers allow passkeys at localhost only. Members cause no further look-up.
 */
function lacksPasskey(publicUrl: string) {
  if (!publicUrl.startsWith('https:')) return sql<boolean>`false`
  return sql<boolean>`
    role <> 'member' and not exists (select from site_settings where key = ${settingKey('staffPasskeys')} and value = 'false')
    and not exists (select from passkeys where user_id = users.id and rp_id = ${relyingPartyId(publicUrl)})`
}

async function endSession(db: Db, signals: Signals, key: string): Promise<void> {
  // A former id is left to expire, which takes ten seconds at most.
  const { numAffectedRows } = await sql`
    delete from sessions where sid = ${key} and expire > now() + ${FORMER_ID_FOR}`.execute(db)
  if (numAffectedRows === 1n) signals.emit(SESSION_ENDED, key)
}

/** Returns the key of the request's session: the hash of its id. */
export function sessionKey(request: FastifyRequest): string {
  return hashed(request.session.sessionId)
}

function hashed(sessionId: string): string {
  return hash('sha256', sessionId, 'base64url')
}
