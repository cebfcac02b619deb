import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SentSoFar } from './heard-so-far.ts'
import type { Signals } from './signals.ts'

/** A change is everywhere long before this. */
const LIFETIME_SECONDS = 10
/** Followed by the process. One cookie each: replies of two that come at the same time do not replace each other's. */
const PREFIX = 'own-'
const COOKIE = new RegExp(`(?:^|; )${PREFIX}([\\w-]{12})=(\\d{1,15})\\.([\\w-]{22})(?=;|$)`, 'g')

/**
 * Shows people their own changes at once, whichever process of the site answers them next. The reply to a change says in
 * a cookie what its process had sent by then; who answers that person has heard as much before (`Signals.catchUp`), or
 * keeps nothing from before. What others changed is seen when their signal comes.
 *
 * For sites that several processes serve. Register it before whatever answers.
 */
export function showOwnChanges(
  app: FastifyInstance,
  { signals, secret, publicUrl }: { signals: Signals; secret: string; publicUrl: string },
): void {
  const attributes = `Path=/; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`

  app.addHook('onRequest', async ({ headers }) => {
    for (const sent of readCookies(headers.cookie, secret)) await signals.catchUp(sent)
  })
  app.addHook('onSend', async (request, reply) => {
    if (!isOwnChange(request) || reply.statusCode >= 400) return
    reply.header('set-cookie', `${cookieOf(signals.sent, secret)}; ${attributes}`)
  })
}

/** The name and the value by which a process that has sent so much is waited for. */
export function cookieOf(sent: SentSoFar, secret: string): string {
  return `${PREFIX}${sent.from}=${sent.count}.${signature(secret, sent)}`
}

function isOwnChange(request: FastifyRequest): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false
  // Where no session is looked for, there is none.
  return (request.session as FastifyRequest['session'] | undefined)?.userId !== undefined
}

/** What processes have said to this person. Others are refused: they could have all that is kept dropped at will. */
function readCookies(header: string | undefined, secret: string): SentSoFar[] {
  if (!header?.includes(PREFIX)) return []
  return [...header.matchAll(COOKIE)]
    .map(([, from = '', digits, signed = '']) => ({ from, count: Number(digits), signed }))
    .filter(({ signed, ...sent }) => timingSafeEqual(Buffer.from(signed), Buffer.from(signature(secret, sent))))
}

function signature(secret: string, { from, count }: SentSoFar): string {
  return createHmac('sha256', secret).update(`own changes ${from} ${count}`).digest('base64url').slice(0, 22)
}
