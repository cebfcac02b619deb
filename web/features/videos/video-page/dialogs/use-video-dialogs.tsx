import { useState } from 'react'
import type { Video } from '../../../../../contract/videos/videos.ts'
import { lazyPart } from '../../../../net/lazy-part.tsx'
import { useOwnUser } from '../../../../viewer/viewer.queries.ts'
import type { SharePlace } from '../../sharing/share-video.ts'

const ShareDialog = lazyPart(() => import('../../sharing/share-dialog.tsx'), 'ShareDialog')
const ReportDialog = lazyPart(() => import('../../../moderation/reports/report-dialog.tsx'), 'ReportDialog')
const EditVideoDialog = lazyPart(() => import('./edit-video-dialog.tsx'), 'EditVideoDialog')
const DeleteVideoDialog = lazyPart(() => import('./delete-video-dialog.tsx'), 'DeleteVideoDialog')
const EmbedDialog = lazyPart(() => import('../../sharing/embed-dialog.tsx'), 'EmbedDialog')
const BlockDialog = lazyPart(() => import('../../../social/mutes-and-blocks/block-dialog.tsx'), 'BlockDialog')

type VideoDialog = 'share' | 'report' | 'edit' | 'delete' | 'embed' | 'block'

interface VideoDialogProps {
  shown: VideoDialog
  video: Video
  place: SharePlace
  onDeleted?: (() => void) | undefined
  onClose: () => void
}

/**
 * Opens the dialogs that act on a video. The code of each is loaded when it is first opened.
 *
 * @returns A function that opens a dialog, and the open dialog to render.
 */
export function useVideoDialogs(video: Video, options: Pick<VideoDialogProps, 'place' | 'onDeleted'>) {
  const [shown, setShown] = useState<VideoDialog>()
  const open: (dialog: VideoDialog) => void = setShown
  const close = () => setShown(undefined)
  const dialog = shown && <VideoDialogs {...options} video={video} shown={shown} onClose={close} />
  return [open, dialog] as const
}

function VideoDialogs({ shown, video, place, onDeleted, onClose }: VideoDialogProps) {
  // If the session ends, the dialogs of the owner would cover the link to sign in. The draft of an edit is kept.
  const isOwner = useOwnUser()?.id === video.creator.id
  return (
    <>
      {shown === 'share' && <ShareDialog video={video} place={place} onClose={onClose} />}
      {shown === 'report' && <ReportDialog kind="video" id={video.id} name={video.title} onClose={onClose} />}
      {shown === 'embed' && <EmbedDialog video={video} onClose={onClose} />}
      {shown === 'block' && <BlockDialog person={video.creator} onClose={onClose} />}
      {shown === 'edit' && isOwner && <EditVideoDialog video={video} onClose={onClose} />}
      {shown === 'delete' && isOwner && <DeleteVideoDialog video={video} onDeleted={onDeleted} onClose={onClose} />}
    </>
  )
}
