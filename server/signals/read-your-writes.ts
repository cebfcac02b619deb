import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isWrite } from '../../contract/endpoint.ts'
import { hmacOf, isSameSignature } from '../signing/signatures.ts'
import type { SentSoFar, Signals } from './signals.ts'

/** Seconds after which a change has certainly reached all processes. */
const LIFETIME_SECONDS = 10
/**
 * Prefix of the cookie's name, followed by the process. With one cookie per process, concurrent replies of two
 * processes do not overwrite each other's.
 */
const PREFIX = 'own-'
const COOKIE = new RegExp(`(?:^|; )${PREFIX}([\\w-]{12})=(\\d{1,15})\\.([\\w-]{22})(?=;|$)`, 'g')

/**
 * Provides read-your-writes: users see their own changes at once, whichever process answers next. The reply to a change
 * stores in a cookie how many signals its process has sent. The process that answers the user's next request first
 * waits until all of those signals have arrived (`Signals.catchUp`). If they do not arrive, it uses no data that was
 * cached before. Changes by others become visible when their signal arrives.
 *
 * For sites with several processes. Register it before all routes that answer.
 */
export function provideReadYourWrites(
  app: FastifyInstance,
  { signals, secret, publicUrl }: { signals: Signals; secret: string; publicUrl: string },
): void {
  const attributes = `Path=/; Max-Age=${LIFETIME_SECONDS}; HttpOnly; SameSite=Lax${publicUrl.startsWith('https:') ? '; Secure' : ''}`

  app.addHook('onRequest', async ({ headers }) => {
    for (const sent of readCookies(headers.cookie, secret)) await signals.catchUp(sent)
  })
  app.addHook('onSend', async (request, reply) => {
    // Routes that read no session get no such cookie.
    const { userId } = (request.session as FastifyRequest['session'] | undefined) ?? {}
    if (!userId || !isWrite(request.method) || reply.statusCode >= 400) return
    reply.header('set-cookie', `${cookieOf(signals.sent, secret)}; ${attributes}`)
  })
}

/** Formats the cookie's name and value for a process and its number of signals. */
export function cookieOf(sent: SentSoFar, secret: string): string {
  return `${PREFIX}${sent.from}=${sent.count}.${signature(secret, sent)}`
}

/**
 * Returns the processes and numbers of signals in this user's cookies. Forged cookies are ignored: they could make the
 * process drop its caches at will.
 */
function readCookies(header: string | undefined, secret: string): SentSoFar[] {
  if (!header?.includes(PREFIX)) return []
  return [...header.matchAll(COOKIE)]
    .map(([, from = '', digits, signed = '']) => ({ from, count: Number(digits), signed }))
    .filter(({ signed, ...sent }) => isSameSignature(signed, signature(secret, sent)))
}

function signature(secret: string, { from, count }: SentSoFar): string {
  return hmacOf(`own changes ${from} ${count}`, secret).slice(0, 22)
}
