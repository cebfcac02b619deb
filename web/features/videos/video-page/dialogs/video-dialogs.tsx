import { lazyPart } from '../../../../net/lazy-part.tsx'
import type { VideoDialogProps } from './use-video-dialogs.tsx'

const ShareDialog = lazyPart(() => import('../../sharing/share-dialog.tsx'), 'ShareDialog')
const ReportDialog = lazyPart(() => import('../../../moderation/reports/report-dialog.tsx'), 'ReportDialog')
const EditVideoDialog = lazyPart(() => import('./edit-video-dialog.tsx'), 'EditVideoDialog')
const DeleteVideoDialog = lazyPart(() => import('./delete-video-dialog.tsx'), 'DeleteVideoDialog')
const EmbedDialog = lazyPart(() => import('../../sharing/embed-dialog.tsx'), 'EmbedDialog')
const BlockDialog = lazyPart(() => import('../../../social/mutes-and-blocks/block-dialog.tsx'), 'BlockDialog')

export function VideoDialogs({ shown, video, place, onDeleted, onMuted, onClose }: VideoDialogProps) {
  return (
    <>
      {shown === 'share' && <ShareDialog video={video} place={place} onClose={onClose} />}
      {shown === 'report' && <ReportDialog kind="video" id={video.id} name={video.title} onClose={onClose} />}
      {shown === 'embed' && <EmbedDialog video={video} onClose={onClose} />}
      {shown === 'block' && <BlockDialog person={video.creator} onMuted={onMuted} onClose={onClose} />}
      {shown === 'edit' && <EditVideoDialog video={video} onClose={onClose} />}
      {shown === 'delete' && <DeleteVideoDialog video={video} onDeleted={onDeleted} onClose={onClose} />}
    </>
  )
}
