import type { FastifyInstance } from 'fastify'
import helmet from '@fastify/helmet'
import { AppError } from './app-error.ts'

/**
 * The app's own pages run only our scripts. Styles take a nonce, because Radix' scroll lock writes a style element.
 * `nonce` is absent for everything that is not a page.
 */
export function contentSecurityPolicy(nonce?: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${nonce ? ` 'nonce-${nonce}'` : ''}`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Security headers on every response, errors and media included. */
export async function addSecurityHeaders(app: FastifyInstance, { publicUrl }: { publicUrl: string }): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    hsts: publicUrl.startsWith('https:') ? { maxAge: 15_552_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginResourcePolicy: { policy: 'same-site' },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('content-security-policy', contentSecurityPolicy())
  })
}

/**
 * Refuses a change that a browser sends from another site. Browsers say where a request comes from in
 * `Sec-Fetch-Site`, older ones in `Origin`; programs send neither and carry no cookie by accident.
 */
export function refuseCrossSiteChanges(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return
    const site = request.headers['sec-fetch-site']
    const origin = request.headers.origin
    const isOurs = site ? site === 'same-origin' || site === 'none' : !origin || hostOf(origin) === request.headers.host
    if (!isOurs) throw new AppError('ACCESS_DENIED', 'This request came from another site and was refused.')
  })
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
