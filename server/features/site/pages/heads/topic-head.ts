import { feedFormats, feedPath, feedTypes } from '../../../../../contract/discovery/rss.ts'
import type { Topic } from '../../../../../contract/discovery/tags.ts'
import { posterSize } from '../../../../media/encode/poster-size.ts'
import { pictureMeta, posterAddress, preloadPoster, type Link, type Origins, type PageHead } from './page-head.ts'
import { collectionPage } from './structured-data.ts'
import { tagKey, tagPath, toolPath } from '../../../../../contract/videos/tags.ts'
import { type Tool, toolLabels } from '../../../../../contract/videos/videos.ts'
import { findPage, type Page } from '../find-page.ts'
import { noVideosHead } from '../screens.ts'
import type { ShareMetadata } from '../share-metadata.ts'

/** The number of videos with a tag or tool, and the newest of them. */
export interface TopicMetadata extends Topic {
  newest: { id: string; title: string; posterId: string | null; width: number; height: number }[]
}

/** Returns the head of the page of a tag or tool. */
function topicHead(
  topic: TopicMetadata,
  about: { name: string; path: string; of: string },
  origins: Origins,
): PageHead {
  const { name, path, of } = about
  const videos = `${countOf(topic)} ${of}`
  const first = topic.newest.find(({ posterId }) => posterId !== null)
  const picture = first?.posterId
    ? pictureMeta({ url: posterAddress(first.posterId, origins), ...posterSize(first) }, first.title)
    : []
  return {
    title: name,
    description: (siteName) => `${videos} on ${siteName}.`,
    path,
    meta: [['og:type', 'website'], ...picture, ['twitter:card', first ? 'summary_large_image' : 'summary']],
    links: [...feedLinks(path, name), ...preloadPoster(topic.newest[0]?.posterId, origins)],
    data: collectionPage(origins.publicUrl, path, { name, description: `${videos}.`, videos: topic.newest }),
  }
}

/** Returns the links with which feed readers discover the feeds of a page. @param name Name of the feed's subject. */
export function feedLinks(path: string, name: string): Link[] {
  return feedFormats.map((format) => ({
    rel: 'alternate',
    type: feedTypes[format],
    href: feedPath(path, format),
    title: `${name} (${formatNames[format]})`,
  }))
}

const formatNames = { atom: 'Atom', rss: 'RSS', json: 'JSON Feed' }

function countOf({ videosCount, hasMore }: Topic): string {
  return `${videosCount.toLocaleString('en')}${hasMore ? '+' : ''} ${videosCount === 1 ? 'video' : 'videos'}`
}

/** Returns the page of a tag in any spelling. */
export function getTagPage(metadata: ShareMetadata, origins: Origins, tag: string): Promise<Page> {
  const reading = metadata.getTag(tag).then((topic) => (topic.videosCount > 0 ? topic : undefined))
  const describe = (topic: TopicMetadata) => {
    const name = `#${topic.name}`
    return topicHead(topic, { name, path: tagPath(tagKey(tag)), of: `tagged ${name}` }, origins)
  }
  return findPage(reading, describe, noVideosHead)
}

export function getToolPage(metadata: ShareMetadata, origins: Origins, tool: Tool): Promise<Page> {
  const name = tool === 'other' ? 'Other tools' : toolLabels[tool]
  const about = { name, path: toolPath(tool), of: `made with ${name}` }
  return findPage(metadata.getTool(tool), (topic) => topicHead(topic, about, origins), noVideosHead)
}
