import { tagKey, tagPath, toolPath } from '../../../../contract/videos/tags.ts'
import { type Tool, toolLabels } from '../../../../contract/videos/videos.ts'
import { found, type Page } from './found-page.ts'
import type { Origins } from './page-head.ts'
import { noVideosHead } from './screens.ts'
import type { ShareMetadata } from './share-metadata.ts'
import { topicHead } from './topic-head.ts'

/** Finds the pages of tags and tools. */
export function topicPages(metadata: ShareMetadata, origins: Origins) {
  function findTag({ tag }: { tag: string }): Promise<Page> {
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

  function findTool({ tool }: { tool: Tool }): Promise<Page> {
    const name = tool === 'other' ? 'Other tools' : toolLabels[tool]
    return found(
      metadata.findTool(tool),
      (topic) => topicHead(topic, { name, path: toolPath(tool), of: `made with ${name}` }, origins),
      noVideosHead,
    )
  }

  return { findTag, findTool }
}
