import type { Video } from '../../../../contract/videos/videos.ts'
import { toolLabels } from '../../../../contract/videos/videos.ts'
import { shareLink } from '../../../page/share.ts'

/** Title and description of the toast after copying, by the place of the button. */
const copied = {
  card: ['Video link copied!', 'The video URL has been copied to your clipboard.'],
  page: ['Link copied!', 'Video link has been copied to clipboard.'],
} satisfies Record<string, [string, string]>

/** Opens the device's share sheet with the link of a video, or copies the link. */
export function shareVideo(
  video: Pick<Video, 'id' | 'title' | 'toolUsed' | 'creator'>,
  place: keyof typeof copied = 'card',
): Promise<void> {
  const { id, title } = video
  return shareLink({
    url: `${location.origin}/video/${id}`,
    title,
    text: `“${title}”, ${describe(video)}`,
    copied: copied[place],
    notCopied: 'Share video',
  })
}

function describe({ toolUsed, creator }: Pick<Video, 'toolUsed' | 'creator'>): string {
  if (creator.isSample) return 'a sample clip'
  return toolUsed === 'other' ? 'a video made with AI' : `an AI video made with ${toolLabels[toolUsed]}`
}
