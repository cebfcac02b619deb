import type { Feed, FeedItem } from './feed.ts'

/** Writes JSON Feed 1.1 (jsonfeed.org). @param self The feed's own URL. */
export function writeJsonFeed(feed: Feed, self: string): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    home_page_url: feed.page,
    feed_url: self,
    icon: feed.icon,
    items: feed.items.map(itemOf),
  })
}

/** Fields without a value are `undefined`, and JSON leaves them out. */
function itemOf({ file, author, ...item }: FeedItem): object {
  return {
    id: item.id,
    url: item.page,
    title: item.title,
    summary: item.summary,
    content_html: item.html,
    image: item.poster?.url,
    date_published: item.createdAt,
    date_modified: item.updatedAt,
    authors: [{ name: author.name, url: author.page, avatar: author.picture }],
    tags: item.tags,
    attachments: file && [
      {
        url: file.url,
        mime_type: file.type,
        size_in_bytes: file.sizeBytes,
        duration_in_seconds: item.durationSeconds,
      },
    ],
    _video: {
      about: 'How the video was made: its prompt, and the AI tool and model in its creator’s words.',
      prompt: item.prompt ?? undefined,
      tool: item.isSample ? undefined : item.tool,
      model: item.model ?? undefined,
      made_with_ai: !item.isSample,
    },
  }
}
