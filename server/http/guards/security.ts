import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { AppError } from '../../errors/app-error.ts'

/**
 * Of everything that sets no policy of its own. Pages run only our scripts, and what is written into them only where it
 * is allowed here.
 *
 * @param scriptHash `'sha256-…'` of the script that the page holds.
 * @param styleNonce Of its style elements: those of its first paint, and of Radix' scroll lock.
 * @param objectsUrl Where public objects are asked for, if not here.
 */
export function contentSecurityPolicy(
  written?: { scriptHash: string; styleNonce: string },
  objectsUrl?: string,
): string {
  const objects = objectsUrl ? ` ${objectsUrl}` : ''
  return [
    "default-src 'self'",
    `script-src 'self'${written ? ` '${written.scriptHash}'` : ''}`,
    `style-src 'self'${written ? ` 'nonce-${written.styleNonce}'` : ''}`,
    `img-src 'self' data: blob:${objects}`,
    `media-src 'self' blob:${objects}`,
    `connect-src 'self'${objects}`,
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Of the player that other sites put into their pages: the only page that they may frame. It can do nothing else. */
export function embedPolicy(objectsUrl?: string): string {
  const objects = objectsUrl ? ` ${objectsUrl}` : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self'${objects}`,
    // What hls.js plays has an address of its own page.
    `media-src 'self' blob:${objects}`,
    "font-src 'self'",
    `connect-src 'self'${objects}`,
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ')
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set where other sites may show the reply in a frame; `embedPolicy` goes with it. */
    mayBeFramed?: boolean
  }
  interface FastifyInstance {
    /** What every reply carries; for those that are written without Fastify's hooks. */
    securityHeaders: Readonly<Record<string, string>>
  }
}

/** The headers of safety that every reply carries. Routes may set a policy of their own. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  const headers: Record<string, string> = { 'content-security-policy': contentSecurityPolicy() }
  const applyHelmet = helmet({
    contentSecurityPolicy: false,
    hsts: publicUrl.startsWith('https:') ? { maxAge: 15_552_000, includeSubDomains: false } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginResourcePolicy: { policy: 'same-site' },
  })
  // They are the same for every reply, so helmet is asked once: asked every time, it costs as much as routing.
  const reply = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => {},
  }
  applyHelmet({} as IncomingMessage, reply as unknown as ServerResponse, () => {})
  return headers
}

/** Security headers on every response, errors and media included. */
export function addSecurityHeaders(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  const headers = securityHeaders(publicUrl)
  const names = Object.keys(headers)
  app.decorate('securityHeaders', headers)
  app.addHook('onSend', (request, reply, payload, done) => {
    for (const name of names) {
      // Browsers that know frame-ancestors heed this one still, and it can only forbid.
      if (name === 'x-frame-options' && request.routeOptions.config?.mayBeFramed) continue
      if (!reply.hasHeader(name)) reply.header(name, headers[name])
    }
    done(null, payload)
  })
}

/**
 * Refuses a change that a browser sends from another site. Browsers say where a request comes from in
 * `Sec-Fetch-Site`, older ones and plain http in `Origin`; programs send neither and carry no cookie by accident.
 */
export function refuseCrossSiteChanges(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  app.addHook('onRequest', async ({ method, headers }) => {
    if (method === 'GET' || method === 'HEAD') return
    const site = headers['sec-fetch-site']
    const { origin, host } = headers
    const isOurs = site ? site === 'same-origin' || site === 'none' : !origin || isOwnOrigin(origin, host, publicUrl)
    if (!isOurs) throw new AppError('ACCESS_DENIED', 'This request came from another site and was refused.')
  })
}

/**
 * A site that is published over https has one origin, whatever a request claims its host to be. One over plain http
 * may be reached under several names, such as 127.0.0.1 and localhost; behind a proxy the host may be another.
 */
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (origin === publicUrl) return true
  return publicUrl.startsWith('http:') && host !== undefined && origin === `http://${host}`
}

/** The path of a request that was written for a proxy (`GET http://host/path`). Its host is nothing to rely on. */
export function withoutOrigin(url = '/'): string {
  if (url.startsWith('/')) return url
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '')
  return path.startsWith('/') ? path : `/${path}`
}
