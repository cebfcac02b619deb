import { useState } from 'react'
import type { Video } from '../../../../../contract/videos/videos.ts'
import { lazyPart } from '../../../../net/lazy-part.tsx'
import type { SharePlace } from '../../sharing/share-video.ts'

const VideoDialogs = lazyPart(() => import('./video-dialogs.tsx'), 'VideoDialogs')

type VideoDialog = 'share' | 'report' | 'edit' | 'delete' | 'embed' | 'block'

export interface VideoDialogProps {
  shown: VideoDialog
  video: Video
  place: SharePlace
  onDeleted?: (() => void) | undefined
  /** Called when the clips of a blocked creator leave the lists. */
  onMuted?: (() => void) | undefined
  onClose: () => void
}

/**
 * Opens the dialogs that act on a video. Their code is loaded when one is opened.
 *
 * @returns A function that opens a dialog, and the open dialog to render.
 */
export function useVideoDialogs(video: Video, options: Pick<VideoDialogProps, 'place' | 'onDeleted' | 'onMuted'>) {
  const [shown, open] = useState<VideoDialog>()
  const close = () => open(undefined)
  const dialog = shown && <VideoDialogs {...options} video={video} shown={shown} onClose={close} />
  return [open as (dialog: VideoDialog) => void, dialog] as const
}
