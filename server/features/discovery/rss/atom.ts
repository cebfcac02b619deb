import { feedTypes } from '../../../../contract/discovery/rss.ts'
import type { Feed, FeedItem } from './feed.ts'
import { element, textElement, type Xml, xmlDocument } from '../../../http/replies/xml.ts'

/** Writes Atom 1.0 (RFC 4287). @param self The feed's own URL. */
export function writeAtom(feed: Feed, self: string): string {
  return xmlDocument(
    element('feed', { xmlns: 'http://www.w3.org/2005/Atom' }, [
      textElement('id', feed.id),
      textElement('title', feed.title),
      textElement('subtitle', feed.description),
      textElement('updated', feed.updatedAt),
      element('link', { rel: 'self', type: feedTypes.atom, href: self }),
      element('link', { rel: 'alternate', type: 'text/html', href: feed.page }),
      textElement('icon', feed.icon),
      ...feed.items.map(entry),
    ]),
  )
}

function entry({ file, author, ...item }: FeedItem): Xml {
  return element('entry', {}, [
    textElement('id', item.id),
    textElement('title', item.title),
    textElement('published', item.createdAt),
    textElement('updated', item.updatedAt),
    element('author', {}, [
      textElement('name', author.name),
      author.page ? textElement('uri', author.page) : undefined,
    ]),
    element('link', { rel: 'alternate', type: 'text/html', href: item.page }),
    file && element('link', { rel: 'enclosure', type: file.type, length: file.sizeBytes, href: file.url }),
    ...item.tags.map((tag) => element('category', { term: tag })),
    textElement('summary', item.summary),
    element('content', { type: 'html' }, item.html),
  ])
}
