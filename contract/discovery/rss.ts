/** The formats of feeds, by file extension, with their media types. */
export const feedTypes = {
  atom: 'application/atom+xml',
  rss: 'application/rss+xml',
  json: 'application/feed+json',
} as const
export type FeedFormat = keyof typeof feedTypes
export const feedFormats = Object.keys(feedTypes) as FeedFormat[]

/** Returns the address of a page's feed. @param page The page's path. */
export function feedPath(page: string, format: FeedFormat): string {
  return `${page === '/' ? '' : page}/feed.${format}`
}
