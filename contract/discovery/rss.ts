/** The formats of feeds, by the ending of their address, and the media type of each. */
export const feedTypes = {
  atom: 'application/atom+xml',
  rss: 'application/rss+xml',
  json: 'application/feed+json',
} as const
export type FeedFormat = keyof typeof feedTypes
export const feedFormats = Object.keys(feedTypes) as FeedFormat[]

/** Where the feed is of what a page shows. @param page Its path. */
export function feedPath(page: string, format: FeedFormat): string {
  return `${page === '/' ? '' : page}/feed.${format}`
}
