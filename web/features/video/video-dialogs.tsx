import { lazy, Suspense, useState } from 'react'
import type { Video } from '../../../contract/videos.ts'

const ReportDialog = lazy(() =>
  import('../reports/report-dialog.tsx').then((module) => ({ default: module.ReportDialog })),
)
const EditVideoDialog = lazy(() =>
  import('./edit-video-dialog.tsx').then((module) => ({ default: module.EditVideoDialog })),
)
const DeleteVideoDialog = lazy(() =>
  import('./delete-video-dialog.tsx').then((module) => ({ default: module.DeleteVideoDialog })),
)

type DialogName = 'report' | 'edit' | 'delete'

/**
 * The dialogs that act on a video; their code comes when one is opened.
 *
 * @returns What opens one, and the open one to render.
 */
export function useVideoDialogs(video: Video, onDeleted: () => void) {
  const [shown, setShown] = useState<DialogName>()
  const onClose = () => setShown(undefined)
  const dialog = shown && (
    <Suspense>
      {shown === 'report' && <ReportDialog video={video} onClose={onClose} />}
      {shown === 'edit' && <EditVideoDialog video={video} onClose={onClose} />}
      {shown === 'delete' && <DeleteVideoDialog video={video} onDeleted={onDeleted} onClose={onClose} />}
    </Suspense>
  )
  return [setShown as (name: DialogName) => void, dialog] as const
}
