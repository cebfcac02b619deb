import type { Video } from '../../../contract/videos.ts'
import { toolLabels } from '../../../contract/videos.ts'
import { shareLink } from '../../ui/share.ts'

/** Offers the link of a video to the device's share sheet, else copies it. */
export function shareVideo(video: Pick<Video, 'id' | 'title' | 'toolUsed'>): Promise<void> {
  return shareLink({
    url: `${location.origin}/video/${video.id}`,
    title: video.title,
    text: `“${video.title}”, an AI video made with ${toolLabels[video.toolUsed]}`,
    copied: ['Link copied!', 'Video link has been copied to clipboard.'],
    notCopied: 'Share video',
  })
}
