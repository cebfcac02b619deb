import type { Video } from '../../../contract/videos.ts'
import { toolLabels } from '../../../contract/videos.ts'
import { shareLink } from '../../page/share.ts'

/** Title and description of the toast after copying, by where the button stands. */
const copied = {
  card: ['Video link copied!', 'The video URL has been copied to your clipboard.'],
  page: ['Link copied!', 'Video link has been copied to clipboard.'],
} satisfies Record<string, [string, string]>

/** Offers the link of a video to the device's share sheet, else copies it. */
export function shareVideo(
  { id, title, toolUsed }: Pick<Video, 'id' | 'title' | 'toolUsed'>,
  place: keyof typeof copied = 'card',
): Promise<void> {
  return shareLink({
    url: `${location.origin}/video/${id}`,
    title,
    text: `“${title}”, an AI video made with ${toolLabels[toolUsed]}`,
    copied: copied[place],
    notCopied: 'Share video',
  })
}
