import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { contentSecurityPolicy } from './security.ts'

const buildFolder = new URL('../../dist/web/', import.meta.url)

/** The app's own routes. Any other path shows the app's 404 screen, with that status. */
const screens = [/^\/(secret|upload|creators|profile|auth|about)?\/?$/, /^\/profile\/[^/]+\/?$/, /^\/video\/[^/]+\/?$/]

/** Serves the built web app: hashed assets that caches may keep for ever, and the page with a nonce of its own. */
export async function addWebApp(
  app: FastifyInstance,
): Promise<{ sendPage(reply: FastifyReply, path: string): unknown }> {
  const page = await readFile(new URL('index.html', buildFolder), 'utf8')
  await app.register(fastifyStatic, {
    root: fileURLToPath(buildFolder),
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      reply.header('cache-control', cacheControl(path))
    },
  })
  return {
    sendPage(reply, path) {
      const nonce = randomBytes(16).toString('base64')
      return reply
        .status(screens.some((screen) => screen.test(path)) ? 200 : 404)
        .headers({ 'cache-control': 'private, no-store', 'content-security-policy': contentSecurityPolicy(nonce) })
        .type('text/html; charset=utf-8')
        .send(page.replaceAll('__CSP_NONCE__', nonce))
    },
  }
}

function cacheControl(path: string): string {
  if (/\/assets\//.test(path)) return 'public, max-age=31536000, immutable'
  // It decides what a browser shows without a network: a new one must be found at once. The path may end in `.br`.
  if (/\/service-worker\.js\b/.test(path)) return 'no-cache'
  return 'public, max-age=3600'
}
