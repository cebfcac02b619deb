import { createHash } from 'node:crypto'
import fastifyCookie from '@fastify/cookie'
import fastifySession from '@fastify/session'
import type { FastifyInstance, FastifyRequest, Session } from 'fastify'
import { sql } from 'kysely'
import { batched } from '../batch.ts'
import type { Db } from '../db/connect.ts'

declare module 'fastify' {
  interface Session {
    userId?: string
  }
}

const SESSION_DAYS = 30
/** Over https the prefix makes the browser refuse a cookie that another host of the domain has set. */
const COOKIE_NAME = 'reverie'
const SECURE_COOKIE_NAME = `__Host-${COOKIE_NAME}`

/**
 * Sessions of signed-in people, in the specification's Session table. The cookie carries a signed random id; the
 * table only its hash. Nothing is stored and no cookie set before somebody signs in.
 */
export async function addSessions(
  app: FastifyInstance,
  { db, secret, publicUrl }: { db: Db; secret: string; publicUrl: string },
): Promise<void> {
  const isHttps = publicUrl.startsWith('https:')
  await app.register(fastifyCookie)
  await app.register(fastifySession, {
    secret,
    cookieName: isHttps ? SECURE_COOKIE_NAME : COOKIE_NAME,
    cookie: { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/', maxAge: SESSION_DAYS * 24 * 60 * 60 * 1000 },
    store: sessionStore(db),
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
  request.session.userId = userId
}

export async function signOut(request: FastifyRequest): Promise<void> {
  await request.session.destroy()
}

/** Whether the request may belong to a session. */
export function hasSessionCookie(request: FastifyRequest): boolean {
  return request.headers.cookie?.includes(`${COOKIE_NAME}=`) ?? false
}

type Store = NonNullable<fastifySession.FastifySessionOptions['store']>

function sessionStore(db: Db): Store {
  const find = batched(async (sids: string[]) => {
    const rows = await db
      .selectFrom('sessions')
      .select(['sid', 'sess'])
      .where('sid', '=', sql<string>`any(${sids})`)
      .where('expire', '>', sql<string>`now()`)
      .execute()
    const bySid = new Map(rows.map(({ sid, sess }) => [sid, sess as unknown as Session]))
    return sids.map((sid) => bySid.get(sid) ?? null)
  })
  return {
    set(id, session, callback) {
      const row = {
        sid: hashed(id),
        sess: JSON.stringify(session),
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
      settle(db.deleteFrom('sessions').where('sid', '=', hashed(id)).execute(), callback)
    },
  }
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
