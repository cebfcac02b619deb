import { isDeepStrictEqual } from 'node:util'
import type { Branding } from '../../../../../contract/site/branding.ts'
import { defaultBranding, defaultsFor } from '../../../../../contract/site/default-branding.ts'
import type { Deps } from '../../../../setup/deps.ts'
import { escapeHtml, scriptJson } from '../../../../http/replies/html.ts'
import { element } from '../../../../http/replies/xml.ts'
import { posterUrl } from '../../../../objects/public-address.ts'

/** The site's public URL, and that of its public objects if it differs. */
export type Origins = Pick<Deps['config'], 'publicUrl' | 'objectsUrl'>

/** Returns the absolute URL of an object, for other sites. */
export function wholeAddress(path: string, { publicUrl, objectsUrl }: Origins): string {
  return (objectsUrl ?? publicUrl) + path
}

/** Returns the absolute URL of a poster, for other sites. */
export function posterAddress(posterId: string, { publicUrl, objectsUrl }: Origins): string {
  return posterUrl(posterId, objectsUrl ?? publicUrl)
}

export type Meta = [key: string, value: string | number]

export interface Link {
  rel: string
  href: string
  type?: string
  title?: string
  as?: 'image'
  fetchpriority?: 'high'
}

/** The metadata of a page for search engines, chat programs and other sites. All values are plain text, not HTML. */
export interface PageHead {
  /** Title without the site's name, which is the default. */
  title?: string
  /** A text, or a function of the site's name. The default is the tagline. */
  description?: string | ((siteName: string) => string)
  /** The path of the canonical URL. A page without one is not indexed. */
  path?: string
  /** Further `og:`, `twitter:` and similar properties, in order. */
  meta?: Meta[]
  links?: Link[]
  /** Structured data (JSON-LD). */
  data?: object
  /** The values of the stage in web/index.html, which shows the clip before the app has loaded. */
  stage?: Record<string, string>
}

/** Returns the HTML of a head. Title and description appear twice, because programs look for different tags. */
export function writeHead(
  head: PageHead,
  { publicUrl: origin, branding, hasContact }: { publicUrl: string; branding: Branding; hasContact: boolean },
): string {
  const { siteName } = branding
  const { title, links = [], data } = head
  const canonical = head.path === undefined ? [] : [{ rel: 'canonical', href: origin + head.path }]
  return [
    `<title>${escapeHtml(title === undefined ? siteName : `${title} · ${siteName}`)}</title>`,
    ...metaOf(head, origin, branding).map(metaTag),
    ...[...canonical, searchLink(siteName), ...links].map((link) => element('link', { ...link })),
    ...siteData(branding, hasContact),
    // This is data, not a script, so the policy against inline scripts does not apply.
    ...(data === undefined ? [] : [`<script type="application/ld+json">${scriptJson(data)}</script>`]),
  ].join('\n    ')
}

function searchLink(siteName: string): Link {
  return { rel: 'search', href: '/opensearch.xml', type: 'application/opensearchdescription+xml', title: siteName }
}

/**
 * Returns what the app knows about the site from the start (`web/page/site.ts`). This is the branding that differs from
 * the defaults, and whether the contact page has a text.
 */
function siteData(branding: Branding, hasContact: boolean): string[] {
  const { siteName } = defaultBranding
  const entries = Object.entries({ ...defaultsFor(branding.siteName), siteName }) as [keyof Branding, unknown][]
  const names = entries.filter(([name, value]) => !isDeepStrictEqual(branding[name], value)).map(([name]) => name)
  if (names.length === 0 && !hasContact) return []
  const changed = Object.fromEntries(names.map((name) => [name, branding[name]]))
  const data = hasContact ? { ...changed, hasContact } : changed
  return [`<script type="application/json" id="branding">${scriptJson(data)}</script>`]
}

function metaOf(
  { title, description: given, path, meta = [] }: PageHead,
  origin: string,
  { siteName, tagline }: Branding,
): Meta[] {
  const description = typeof given === 'function' ? given(siteName) : (given ?? tagline)
  return [
    ['description', description],
    path === undefined ? ['robots', 'noindex'] : ['og:url', origin + path],
    ['og:site_name', siteName],
    ['og:title', title ?? siteName],
    ['og:description', description],
    ...meta,
  ]
}

function metaTag([key, content]: Meta): string {
  return element('meta', { [/^(og|profile|video):/.test(key) ? 'property' : 'name']: key, content })
}

/** Returns the tags for the picture of a link preview. */
export function pictureMeta(picture: { url: string; width?: number; height?: number }, alt: string): Meta[] {
  const { url, width, height } = picture
  const size: Meta[] =
    width && height
      ? [
          ['og:image:width', width],
          ['og:image:height', height],
        ]
      : []
  return [['og:image', url], ...size, ['og:image:alt', alt]]
}

/** Returns the tag that preloads the first visible picture while the page's code loads. */
export function preloadPoster(posterId: string | null | undefined, { objectsUrl }: Origins): Link[] {
  return posterId ? [{ rel: 'preload', as: 'image', href: posterUrl(posterId, objectsUrl), fetchpriority: 'high' }] : []
}

/** Returns the text on one line, cut at a word if it exceeds `maxLength` characters. */
export function excerpt(text: string, maxLength = 200): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  if (characters.length <= maxLength) return line
  const cut = characters.slice(0, maxLength - 1).join('')
  return `${cut.replace(/\s+\S*$/, '')}…`
}
