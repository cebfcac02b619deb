import { feedTypes } from '../../../../contract/discovery/rss.ts'
import type { Feed, FeedItem } from './feed.ts'
import { element, textElement, type Xml, xmlDocument } from '../../../http/replies/xml.ts'

const namespaces = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  'xmlns:media': 'http://search.yahoo.com/mrss/',
}

/** Writes RSS 2.0 with Media RSS and the elements that podcast players require. @param self The feed's own URL. */
export function writeRss(feed: Feed, self: string): string {
  return xmlDocument(
    element('rss', { version: '2.0', ...namespaces }, [
      element('channel', {}, [
        textElement('title', feed.title),
        textElement('link', feed.page),
        textElement('description', feed.description),
        textElement('lastBuildDate', rfc822(feed.updatedAt)),
        element('atom:link', { rel: 'self', type: feedTypes.rss, href: self }),
        textElement('itunes:author', feed.title),
        element('itunes:image', { href: feed.icon }),
        textElement('itunes:explicit', 'false'),
        ...feed.items.map(itemOf),
      ]),
    ]),
  )
}

function itemOf({ file, poster, author, ...rest }: FeedItem): Xml {
  return element('item', {}, [
    textElement('title', rest.title),
    textElement('link', rest.page),
    element('guid', { isPermaLink: 'false' }, rest.id),
    textElement('pubDate', rfc822(rest.createdAt)),
    // `author` would require an e-mail address.
    textElement('dc:creator', author.name),
    textElement('description', rest.html),
    ...rest.tags.map((tag) => textElement('category', tag)),
    file && element('enclosure', { url: file.url, length: file.sizeBytes, type: file.type }),
    mediaGroup({ file, poster, author, ...rest }),
    textElement('itunes:author', author.name),
    textElement('itunes:duration', Math.round(rest.durationSeconds)),
    poster && element('itunes:image', { href: poster.url }),
    textElement('itunes:explicit', 'false'),
  ])
}

function mediaGroup({ file, poster, author, ...item }: FeedItem): Xml {
  const { width, height, durationSeconds } = item
  return element('media:group', {}, [
    file &&
      element('media:content', {
        url: file.url,
        fileSize: file.sizeBytes,
        type: file.type,
        medium: 'video',
        width,
        height,
        duration: Math.round(durationSeconds),
      }),
    textElement('media:title', item.title),
    element('media:description', { type: 'plain' }, item.summary),
    poster && element('media:thumbnail', poster),
    element('media:player', { url: item.player }),
    // The list is separated by commas, which tags cannot contain.
    item.tags.length > 0 ? textElement('media:keywords', item.tags.join(', ')) : undefined,
    element('media:credit', { role: 'author', scheme: 'urn:ebu' }, author.name),
  ])
}

function rfc822(timestamp: string): string {
  return new Date(timestamp).toUTCString()
}
