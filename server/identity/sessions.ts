import { createHash } from 'node:crypto'
import fastifyCookie from '@fastify/cookie'
import fastifySession from '@fastify/session'
import type { FastifyInstance, FastifyReply, FastifyRequest, Session } from 'fastify'
import { sql } from 'kysely'
import { batched } from '../concurrency/batch.ts'
import type { Person } from '../access/can.ts'
import { standingColumns } from '../access/standing.ts'
import type { Db } from '../db/connect.ts'
import type { Signals } from '../signals/signals.ts'

declare module 'fastify' {
  interface Session {
    userId?: string
    /** Read anew with every request, never kept. */
    person?: Person
  }
}

/** Somebody signed out of a session, or signed in anew. The payload is its key. */
export const SESSION_ENDED = 'session-ended'

const SESSION_DAYS = 30
/** For how long a password that was just typed opens what asks for it. */
const CONFIRMED_FOR = sql`interval '10 minutes'`
/** Over https the prefix makes the browser refuse a cookie that another host of the domain has set. */
const COOKIE_NAME = 'reverie'
const SECURE_COOKIE_NAME = `__Host-${COOKIE_NAME}`

/**
 * Sessions of signed-in people, in the specification's Session table. The cookie carries a signed random id; the
 * table only its hash. Nothing is stored and no cookie set before somebody signs in.
 */
export async function addSessions(
  app: FastifyInstance,
  { db, signals, secret, publicUrl }: { db: Db; signals: Signals; secret: string; publicUrl: string },
): Promise<void> {
  const isHttps = publicUrl.startsWith('https:')
  await app.register(fastifyCookie)
  await app.register(fastifySession, {
    secret,
    cookieName: isHttps ? SECURE_COOKIE_NAME : COOKIE_NAME,
    cookie: { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/', maxAge: SESSION_DAYS * 24 * 60 * 60 * 1000 },
    store: sessionStore(db, signals),
    saveUninitialized: false,
    rolling: false,
  })
}

/**
 * Signs the caller in under a new session id, so that an id planted before sign-in is worth nothing. The session is
 * saved and its cookie set as the reply is sent.
 */
export async function signIn(request: FastifyRequest, userId: string): Promise<void> {
  await request.session.regenerate()
  // Its row is made anew, and with it the time at which they proved who they are.
  request.session.userId = userId
}

/**
 * Notes that they have just proved who they are. The session keeps its id: what their page asks for at the same moment
 * would come with the former one, and be told that they are signed out.
 */
export async function confirmSession(db: Db, request: FastifyRequest): Promise<void> {
  const confirmedAt = sql<string>`now()`
  await db.updateTable('sessions').set({ confirmedAt }).where('sid', '=', sessionKey(request)).execute()
}

export async function signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { path = '/', secure } = request.session.cookie
  await request.session.destroy()
  // Browsers take a `__Host-` cookie away only by one that is secure as well.
  const isHttps = secure === true
  reply.clearCookie(isHttps ? SECURE_COOKIE_NAME : COOKIE_NAME, { path, secure: isHttps, httpOnly: true })
}

/** Whether the request may belong to a session. */
export function hasSessionCookie(request: FastifyRequest): boolean {
  return request.headers.cookie?.includes(`${COOKIE_NAME}=`) ?? false
}

type Store = NonNullable<fastifySession.FastifySessionOptions['store']>

function sessionStore(db: Db, signals: Signals): Store {
  const find = batched(async (sids: string[]) => {
    const { rows } = await sql<{ sid: string; sess: Session } & Person>`
      select sid, sess, users.id, role, confirmed_at > now() - ${CONFIRMED_FOR} as is_confirmed, ${standingColumns},
        exists (select from relations where relations.user_id = users.id) as has_muted
      from sessions join users on users.id = sessions.user_id
      where sid = any (${sids}) and expire > now()`.execute(db)
    const bySid = new Map(rows.map(({ sid, sess, ...person }) => [sid, { ...sess, person }]))
    return sids.map((sid) => bySid.get(sid) ?? null)
  })
  return {
    set(id, session, callback) {
      // A new id is made before it is anybody's.
      if (session.userId === undefined) return callback()
      const row = {
        sid: hashed(id),
        sess: JSON.stringify({ ...session, person: undefined }),
        expire: new Date(session.cookie.expires ?? Date.now()).toISOString(),
        userId: session.userId ?? null,
      }
      const stored = db
        .insertInto('sessions')
        .values(row)
        .onConflict((conflict) => conflict.column('sid').doUpdateSet(row))
        .execute()
      settle(stored, callback)
    },
    get(id, callback) {
      settle(find(hashed(id)), callback)
    },
    destroy(id, callback) {
      settle(endSession(db, signals, hashed(id)), callback)
    },
  }
}

async function endSession(db: Db, signals: Signals, key: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('sessions').where('sid', '=', key).executeTakeFirstOrThrow()
  if (numDeletedRows > 0n) signals.send(SESSION_ENDED, key)
}

/** What the request's session is known by outside of its cookie. */
export function sessionKey(request: FastifyRequest): string {
  return hashed(request.session.sessionId)
}

/** Which of these sessions have neither ended nor expired. */
export async function findLiveSessions(db: Db, keys: string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sessions')
    .select('sid')
    .where('sid', '=', sql<string>`any(${keys})`)
    .where('expire', '>', sql<string>`now()`)
    .execute()
  return new Set(rows.map(({ sid }) => sid))
}

export function deleteExpiredSessions(db: Db): Promise<unknown> {
  return db
    .deleteFrom('sessions')
    .where('expire', '<', sql<string>`now()`)
    .execute()
}

function hashed(sessionId: string): string {
  return createHash('sha256').update(sessionId).digest('base64url')
}

function settle<T>(promise: Promise<T>, callback: (error?: unknown, result?: T) => void): void {
  promise.then(
    (result) => callback(null, result),
    (error: unknown) => callback(error),
  )
}
