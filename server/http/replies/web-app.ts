import { hash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { contentSecurityPolicy } from '../guards/security.ts'
import { accentCss } from './accent-css.ts'
import { escapeHtml, fillPage, withIcon } from './html.ts'
import { sendHtml } from './compression.ts'
import { hasSessionCookie } from '../../identity/sessions.ts'

const buildFolder = new URL('../../../dist/web/', import.meta.url)

const filledPages = ['index', 'embed', 'embed-unavailable']

/** The default head of the app's page. The server replaces the part between these markers in index.html. */
const headOfTheApp = /<!--head-->[\s\S]*<!--\/head-->/

/** The HTML of a clip's stage, in a comment of index.html. On a clip's page, the server fills it in and shows it. */
const stageOfTheApp = /<!--stage\n([\s\S]*?)-->/

/** The default text of the splash. */
const splashOfTheApp = /<!--splash-->[\s\S]*<!--\/splash-->/

/** Decides theme and splash before the first paint; the only inline script. */
const scriptOfTheApp = /<script>([\s\S]*?)<\/script>/

/** How files are sent. Compressed ones are sent at the addresses of their originals. */
const served = { preCompressed: true, cacheControl: false }

interface PageContent {
  /** HTML: the title and other metadata of this page. */
  head: string
  /** The texts about the clip that its page shows before the app has loaded. */
  stage?: Record<string, string> | undefined
  /** The text that is shown while the feed loads. */
  splash: string
  /** The site's own accent colour, as `#rrggbb`. */
  accent: string | null
  /** The address of the site's own icon. */
  icon: string | undefined
}

/** Sends the app's page with its own nonce. */
export type SendPage = (reply: FastifyReply, status: number, content: PageContent) => FastifyReply

/** Serves the files of the built web app; caches may keep hashed ones forever. */
export async function addWebApp(
  app: FastifyInstance,
  { objectsUrl }: { objectsUrl?: string | undefined },
): Promise<{ sendPage: SendPage }> {
  const page = await readBuiltPage('index')
  if (!headOfTheApp.test(page)) throw new Error('The built page has no place for its head')
  if (!splashOfTheApp.test(page)) throw new Error('The built page has no place for the text of its splash')
  if (!stageOfTheApp.test(page)) throw new Error('The built page has no place for the stage of a clip')
  const script = scriptOfTheApp.exec(page)?.[1]
  if (script === undefined) throw new Error('The built page has no script for its first paint')
  const scriptHash = `sha256-${hash('sha256', script, 'base64')}`
  await app.register(fastifyStatic, {
    ...served,
    root: fileURLToPath(new URL('assets', buildFolder)),
    prefix: '/assets/',
    // Their names contain a hash of their content.
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
  await app.register(fastifyStatic, {
    ...served,
    root: fileURLToPath(buildFolder),
    // A route per file, because the other addresses are pages.
    wildcard: false,
    index: false,
    globIgnore: ['assets/**', ...filledPages.map((name) => `${name}.html`), '**/*.br', '**/*.gz'],
    decorateReply: false,
    setHeaders(reply, path) {
      reply.header('cache-control', cacheControl(path))
      // Feed readers on other sites show the icons.
      if (/\.(png|svg)(\.(br|gz))?$/.test(path)) reply.header('cross-origin-resource-policy', 'cross-origin')
    },
  })
  return {
    sendPage(reply, status, { head, stage, splash, accent, icon }) {
      const styleNonce = randomBytes(16).toString('base64')
      reply.status(status).headers({
        'cache-control': 'private, no-store',
        'content-security-policy': contentSecurityPolicy({ scriptHash, styleNonce }, objectsUrl),
      })
      const style = accent ? `<style nonce="${styleNonce}">${accentCss(accent)}</style>` : ''
      return sendHtml(
        reply,
        (icon ? withIcon(page, icon) : page)
          .replaceAll('__CSP_NONCE__', styleNonce)
          .replace('__SESSION__', hasSessionCookie(reply.request) ? 'possible' : 'none')
          .replace(splashOfTheApp, () => escapeHtml(splash))
          .replace(stageOfTheApp, (_comment, template: string) => (stage ? fillPage(template, stage) : ''))
          .replace(headOfTheApp, () => head + style),
      )
    },
  }
}

function cacheControl(path: string): string {
  // Browsers must find a new service worker at once, because it serves the site offline. The path may end in `.br`.
  if (/\/service-worker\.js\b/.test(path)) return 'no-cache'
  return 'public, max-age=3600'
}

/** Reads a page of the build, before its placeholders are filled in. */
export function readBuiltPage(name: string): Promise<string> {
  return readFile(new URL(`${name}.html`, buildFolder), 'utf8')
}
