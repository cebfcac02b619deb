import { useState } from 'react'
import type { Video } from '../../../../contract/videos/videos.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'

const ReportDialog = lazyPart(() =>
  import('../../moderation/reports/report-dialog.tsx').then((module) => module.ReportDialog),
)
const EditVideoDialog = lazyPart(() => import('./edit-video-dialog.tsx').then((module) => module.EditVideoDialog))
const DeleteVideoDialog = lazyPart(() => import('./delete-video-dialog.tsx').then((module) => module.DeleteVideoDialog))

const EmbedDialog = lazyPart(() => import('../video-info/embed-dialog.tsx').then((module) => module.EmbedDialog))

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
      {shown === 'report' && (
        <ReportDialog kind="video" id={video.id} name={video.title} onClose={onClose} onMissing={onClose} />
      )}
      {shown === 'embed' && <EmbedDialog video={video} onClose={onClose} onMissing={onClose} />}
      {shown === 'edit' && <EditVideoDialog video={video} onClose={onClose} onMissing={onClose} />}
      {shown === 'delete' && (
        <DeleteVideoDialog video={video} onDeleted={onDeleted} onClose={onClose} onMissing={onClose} />
      )}
    </>
  )
  return [setShown as (name: DialogName) => void, dialog] as const
}
