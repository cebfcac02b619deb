import { useState } from 'react'
import type { Video } from '../../../../contract/videos/videos.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'

const ReportDialog = lazyPart(() => import('../../moderation/reports/report-dialog.tsx'), 'ReportDialog')
const EditVideoDialog = lazyPart(() => import('./edit-video-dialog.tsx'), 'EditVideoDialog')
const DeleteVideoDialog = lazyPart(() => import('./delete-video-dialog.tsx'), 'DeleteVideoDialog')
const EmbedDialog = lazyPart(() => import('../video-info/embed-dialog.tsx'), 'EmbedDialog')
const BlockDialog = lazyPart(() => import('../../social/mutes-and-blocks/block-dialog.tsx'), 'BlockDialog')

export type VideoDialog = 'report' | 'edit' | 'delete' | 'embed' | 'block'

interface VideoDialogsOptions {
  onDeleted?: () => void
  /** Called when the clips of a blocked creator leave the lists. */
  onMuted?: () => void
}

/**
 * The dialogs that act on a video. Their code is loaded when one is opened.
 *
 * @returns A function that opens a dialog, and the open dialog to render.
 */
export function useVideoDialogs(video: Video, { onDeleted, onMuted }: VideoDialogsOptions = {}) {
  const [shown, setShown] = useState<VideoDialog>()
  const onClose = () => setShown(undefined)
  const dialog = shown && (
    <>
      {shown === 'report' && <ReportDialog kind="video" id={video.id} name={video.title} onClose={onClose} />}
      {shown === 'embed' && <EmbedDialog video={video} onClose={onClose} />}
      {shown === 'block' && <BlockDialog person={video.creator} onMuted={onMuted} onClose={onClose} />}
      {shown === 'edit' && <EditVideoDialog video={video} onClose={onClose} />}
      {shown === 'delete' && <DeleteVideoDialog video={video} onDeleted={onDeleted} onClose={onClose} />}
    </>
  )
  return [setShown as (dialog: VideoDialog) => void, dialog] as const
}
