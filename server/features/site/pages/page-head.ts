import { renditionTypes } from '../../../media/stream/rendition-types.ts'
import { objectPath } from '../../../objects/object-address.ts'
import { publicAddress } from '../../../objects/public-address.ts'
import type { Deps } from '../../../setup/deps.ts'
import { escapeHtml, scriptJson } from '../../../http/replies/html.ts'

/** Where a site is found, and what everybody may see of its objects, if that is elsewhere. */
export type Origins = Pick<Deps['config'], 'publicUrl' | 'objectsUrl'>

/** The whole address of an object, for other sites. */
export function wholeAddress(path: string, { publicUrl, objectsUrl }: Origins): string {
  return (objectsUrl ?? publicUrl) + path
}

export const SITE_NAME = 'Reverie'

export type Meta = [key: string, value: string | number]

export interface Link {
  rel: string
  href: string
  type?: string
  title?: string
  as?: 'image'
  fetchpriority?: 'high'
}

/** What a page says of itself to search engines, chat programs and other sites. Nothing in here is HTML yet. */
export interface PageHead {
  /** Without the product's name. */
  title: string
  description: string
  /** The one address among those that show this page. Without one, nobody is asked to find it. */
  path?: string
  /** What `og:`, `twitter:` and the like say further, in order. */
  meta?: Meta[]
  links?: Link[]
  /** JSON-LD. */
  data?: object
}

/** The HTML of a head. Title and description are said twice, because each reader looks for its own. */
export function writeHead(head: PageHead, origin: string): string {
  const { title, links = [], data } = head
  const canonical = head.path === undefined ? [] : [{ rel: 'canonical', href: origin + head.path }]
  return [
    `<title>${escapeHtml(title === SITE_NAME ? title : `${title} · ${SITE_NAME}`)}</title>`,
    ...metaOf(head, origin).map(metaTag),
    ...[...canonical, ...links].map((link) => element('link', link)),
    // Data, not a script: the policy against inline scripts does not concern it.
    ...(data === undefined ? [] : [`<script type="application/ld+json">${scriptJson(data)}</script>`]),
  ].join('\n    ')
}

function metaOf({ title, description, path, meta = [] }: PageHead, origin: string): Meta[] {
  return [
    ['description', description],
    path === undefined ? ['robots', 'noindex'] : ['og:url', origin + path],
    ['og:site_name', SITE_NAME],
    ['og:title', title],
    ['og:description', description],
    ...meta,
  ]
}

function metaTag([key, content]: Meta): string {
  return element('meta', { [/^(og|profile|video):/.test(key) ? 'property' : 'name']: key, content })
}

function element(name: string, attributes: object): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeHtml(String(value))}"`)
  return `<${name}${written.join('')} />`
}

/** The picture that stands beside a link to the page. */
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

/** The picture that is seen first travels beside the code that shows it. */
export function preloadPoster(posterId: string | null | undefined, { objectsUrl }: Origins): Link[] {
  return posterId
    ? [
        {
          rel: 'preload',
          as: 'image',
          href: publicAddress(objectPath(posterId, renditionTypes.poster), objectsUrl),
          fetchpriority: 'high',
        },
      ]
    : []
}

/** Text in one line, cut at a word where it is longer than `maxLength` characters. */
export function excerpt(text: string, maxLength = 200): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  if (characters.length <= maxLength) return line
  const cut = characters.slice(0, maxLength - 1).join('')
  return `${cut.replace(/\s+\S*$/, '')}…`
}
