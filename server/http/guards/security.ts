import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { isWrite } from '../../../contract/endpoint.ts'
import { AppError } from '../../errors/app-error.ts'

/**
 * Returns the policy of every page that sets none of its own. Pages run only Reverie's scripts, and inline scripts and
 * styles only if they are passed here.
 *
 * @param scriptHash `'sha256-…'` of the page's inline script.
 * @param styleNonce Nonce of the page's style elements: the first paint's, and Radix' scroll lock.
 * @param objectsUrl Origin of public objects, if it is not this site.
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

/**
 * Returns the policy of the embedded player, the only page that other sites may frame. It allows only what the
 * player needs.
 *
 * @param styleHash `'sha256-…'` of the page's inline style, if it has one.
 */
export function embedPolicy(objectsUrl?: string, styleHash?: string): string {
  const objects = objectsUrl ? ` ${objectsUrl}` : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${styleHash ? ` '${styleHash}'` : ''}`,
    `img-src 'self'${objects}`,
    // hls.js plays from `blob:` addresses of its own page.
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
    /** Set if other sites may show the reply in a frame; used together with `embedPolicy`. */
    mayBeFramed?: boolean
  }
  interface FastifyInstance {
    /** The headers of every reply, for replies that are written without Fastify's hooks. */
    securityHeaders: Readonly<Record<string, string>>
  }
}

/** Returns the security headers of every reply. Routes may set a policy of their own. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  const headers: Record<string, string> = { 'content-security-policy': contentSecurityPolicy() }
  const applyHelmet = helmet({
    contentSecurityPolicy: false,
    hsts: publicUrl.startsWith('https:') ? { maxAge: 15_552_000, includeSubDomains: false } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginResourcePolicy: { policy: 'same-site' },
  })
  // The headers are the same for every reply, so helmet runs once. For each reply, it would cost as much as routing.
  const reply = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => {},
  }
  applyHelmet({} as IncomingMessage, reply as unknown as ServerResponse, () => {})
  return headers
}

/** Adds security headers to every reply, errors and media included. */
export function addSecurityHeaders(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  const headers = securityHeaders(publicUrl)
  const names = Object.keys(headers)
  app.decorate('securityHeaders', headers)
  app.addHook('onSend', (request, reply, payload, done) => {
    for (const name of names) {
      // Browsers that do not know frame-ancestors apply this header, which cannot name permitted sites.
      if (name === 'x-frame-options' && request.routeOptions.config?.mayBeFramed) continue
      if (!reply.hasHeader(name)) reply.header(name, headers[name])
    }
    done(null, payload)
  })
}

/**
 * Refuses a change that a browser sends from another site. Browsers state the origin of a request in `Sec-Fetch-Site`,
 * or in `Origin` (older ones, and on plain http). Other programs send neither header, and send no cookie by accident.
 */
export function refuseCrossSiteChanges(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  app.addHook('onRequest', async ({ method, headers }) => {
    if (!isWrite(method)) return
    const site = headers['sec-fetch-site']
    const { origin, host } = headers
    const isOurs = site ? site === 'same-origin' || site === 'none' : !origin || isOwnOrigin(origin, host, publicUrl)
    if (!isOurs) throw new AppError('ACCESS_DENIED', 'This request came from another site and was refused.')
  })
}

/**
 * Whether an origin is this site's. A site with an https address has one origin, regardless of the request's host. A
 * site over plain http may have several names, such as 127.0.0.1 and localhost. Its host may differ behind a proxy.
 */
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (origin === publicUrl) return true
  return publicUrl.startsWith('http:') && host !== undefined && origin === `http://${host}`
}

/** Returns the path of a request addressed to a proxy (`GET http://host/path`). Its host is not trustworthy. */
export function withoutOrigin(url = '/'): string {
  if (url.startsWith('/')) return url
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '')
  return path.startsWith('/') ? path : `/${path}`
}
