import { useState } from 'react'
import type { Video } from '../../../../contract/videos/videos.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'

const ReportDialog = lazyPart(() => import('../../moderation/reports/report-dialog.tsx'), 'ReportDialog')
const EditVideoDialog = lazyPart(() => import('./edit-video-dialog.tsx'), 'EditVideoDialog')
const DeleteVideoDialog = lazyPart(() => import('./delete-video-dialog.tsx'), 'DeleteVideoDialog')

const EmbedDialog = lazyPart(() => import('../video-info/embed-dialog.tsx'), 'EmbedDialog')

type DialogName = 'report' | 'edit' | 'delete' | 'embed'

/**
 * The dialogs that act on a video. Their code is loaded when one is opened.
 *
 * @returns A function that opens a dialog, and the open dialog to render.
 */
export function useVideoDialogs(video: Video, onDeleted: () => void) {
  const [shown, setShown] = useState<DialogName>()
  const onClose = () => setShown(undefined)
  const dialog = shown && (
    <>
      {shown === 'report' && <ReportDialog kind="video" id={video.id} name={video.title} onClose={onClose} />}
      {shown === 'embed' && <EmbedDialog video={video} onClose={onClose} />}
      {shown === 'edit' && <EditVideoDialog video={video} onClose={onClose} />}
      {shown === 'delete' && <DeleteVideoDialog video={video} onDeleted={onDeleted} onClose={onClose} />}
    </>
  )
  return [setShown as (name: DialogName) => void, dialog] as const
}
