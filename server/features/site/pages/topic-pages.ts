import { tagKey, tagPath, toolPath } from '../../../../contract/videos/tags.ts'
import { toolLabels, tools } from '../../../../contract/videos/videos.ts'
import { found, type Page } from './found-page.ts'
import type { Origins } from './page-head.ts'
import { noVideosHead, pageNotFoundHead } from './screens.ts'
import type { ShareMetadata } from './share-metadata.ts'
import { topicHead } from './topic-head.ts'

type Find = (params: Record<string, string>) => Promise<Page> | Page

/** The pages of tags and tools, by their route. */
export function topicPages(metadata: ShareMetadata, origins: Origins): [path: string, find: Find][] {
  function findTag(tag: string): Promise<Page> {
    const reading = metadata.findTag(tag).then((topic) => (topic.videosCount > 0 ? topic : undefined))
    return found(
      reading,
      (topic) => {
        const name = `#${topic.name}`
        return topicHead(topic, { name, path: tagPath(tagKey(tag)), of: `tagged ${name}` }, origins)
      },
      noVideosHead,
    )
  }

  function findTool(named: string): Promise<Page> | Page {
    const tool = tools.find((each) => each === named)
    if (!tool) return { status: 404, head: pageNotFoundHead }
    const name = tool === 'other' ? 'Other tools' : toolLabels[tool]
    return found(
      metadata.findTool(tool),
      (topic) => topicHead(topic, { name, path: toolPath(tool), of: `made with ${name}` }, origins),
      noVideosHead,
    )
  }

  return [
    ['/tag/:tag', ({ tag = '' }) => findTag(tag)],
    ['/tool/:tool', ({ tool = '' }) => findTool(tool)],
  ]
}
