import { toolLabels, type Video } from '../../../../contract/videos/videos.ts'
import { formatClock } from '../../../format/clock.ts'
import { copyText } from '../../../page/share.ts'
import { showToast } from '../../../page/toast.ts'
import { videoPath, videoPathAt } from '../../../videos/video-paths.ts'

/** The place where the viewer shares a video. Only `page` and `swipe` have a player with a position to share. */
export type SharePlace = 'card' | 'page' | 'swipe'

type Shared = Pick<Video, 'id' | 'title' | 'toolUsed' | 'creator'>

export function shareDataOf(video: Shared) {
  const { id, title } = video
  return { url: location.origin + videoPath(id), title, text: `“${title}”, ${describe(video)}` }
}

/** Copies the link to a video, with a toast that suits the place. */
export function copyVideoLink(video: Shared, place: SharePlace): Promise<boolean> {
  return copyLink(
    shareDataOf(video).url,
    place === 'page'
      ? ['Link copied!', 'Video link has been copied to clipboard.']
      : ['Video link copied!', 'The video URL has been copied to your clipboard.'],
  )
}

export function copyLinkAt({ id }: Shared, seconds: number): Promise<boolean> {
  return copyLink(location.origin + videoPathAt(id, seconds), ['Link copied!', `It starts at ${formatClock(seconds)}.`])
}

function copyLink(url: string, copied: [title: string, description: string]): Promise<boolean> {
  return copyText(url, copied, ['Share video', url], showToast)
}

function describe({ toolUsed, creator }: Shared): string {
  if (creator.isSample) return 'a sample clip'
  return toolUsed === 'other' ? 'a video made with AI' : `an AI video made with ${toolLabels[toolUsed]}`
}
