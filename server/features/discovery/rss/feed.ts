import { splitTags } from '../../../../contract/videos/tags.ts'
import { toolLabels } from '../../../../contract/videos/videos.ts'
import { escapeHtml } from '../../../http/replies/html.ts'
import { posterSize } from '../../../media/encode/poster-size.ts'
import { type Origins, wholeAddress } from '../../site/pages/heads/page-head.ts'
import { nameOf } from '../../site/pages/heads/structured-data.ts'
import { videoAddresses } from '../../site/pages/heads/video-head.ts'
import type { FeedRow } from './feeds.queries.ts'

/** The format-independent content of a feed. Only `html` is HTML; all other texts are plain. URLs are absolute. */
export interface Feed {
  /** A permanent URI. */
  id: string
  title: string
  description: string
  /** URL of the page that shows the same content. */
  page: string
  icon: string
  /** Time of the newest change. An empty feed has a fixed time long ago, so that its bytes stay the same. */
  updatedAt: string
  items: FeedItem[]
}

export type FeedItem = ReturnType<typeof makeItem>

const LONG_AGO = '1970-01-01T00:00:00Z'

export function makeFeed(about: Omit<Feed, 'updatedAt' | 'items'>, rows: FeedRow[], origins: Origins): Feed {
  const items = rows.map((row) => makeItem(row, origins))
  const updatedAt = items.map((item) => item.updatedAt).reduce((a, b) => (a > b ? a : b), LONG_AGO)
  return { ...about, updatedAt, items }
}

function makeItem(row: FeedRow, origins: Origins) {
  const origin = origins.publicUrl
  const { id, title, caption, prompt, model, createdAt, updatedAt, width, height, durationSeconds, isSample } = row
  const { page, player, poster, file } = videoAddresses(row, origins)
  const sizeBytes = file?.id === row.originalId ? row.sizeBytes : row.previewBytes
  const tool = toolLabels[row.toolUsed]
  const made = madeWith(row)
  return {
    // A permanent URI, so that a new title does not create a new item.
    id: `urn:uuid:${id}`,
    title,
    page,
    player,
    summary: caption ?? prompt ?? made,
    html: writeHtml(row, made, poster),
    createdAt,
    updatedAt,
    author: {
      name: nameOf(row),
      page: row.username ? `${origin}/profile/${row.username}` : undefined,
      picture: row.avatarUrl ? new URL(row.avatarUrl, wholeAddress('/', origins)).href : undefined,
    },
    tags: splitTags(row.tags),
    prompt,
    tool,
    model,
    isSample,
    width,
    height,
    durationSeconds,
    poster: poster ? { url: poster, ...posterSize(row) } : undefined,
    file: file && sizeBytes !== null ? { url: file.url, type: file.type, sizeBytes } : undefined,
  }
}

function madeWith({ toolUsed, model, isSample }: FeedRow): string {
  if (isSample) return 'A sample clip, drawn by code.'
  const names = [model, toolUsed === 'other' ? undefined : toolLabels[toolUsed]].filter(Boolean)
  return `Made with ${names.length > 0 ? names.join(', ') : 'AI'}.`
}

/** Returns the HTML that a reader shows for an item: its poster and its texts. */
function writeHtml({ title, caption, prompt }: FeedRow, made: string, posterUrl: string | undefined): string {
  const lines = (text: string) => escapeHtml(text).replaceAll(/\r?\n/g, '<br>')
  return [
    posterUrl && `<p><img src="${escapeHtml(posterUrl)}" alt="${escapeHtml(title)}"></p>`,
    caption && `<p>${lines(caption)}</p>`,
    prompt && `<p>Prompt: ${lines(prompt)}</p>`,
    `<p>${escapeHtml(made)}</p>`,
  ]
    .filter(Boolean)
    .join('')
}
