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
  const [shown, setShown] = useState<VideoDialog>()
  const open: (dialog: VideoDialog) => void = setShown
  const close = () => setShown(undefined)
  const dialog = shown && <VideoDialogs {...options} video={video} shown={shown} onClose={close} />
  return [open, dialog] as const
}
