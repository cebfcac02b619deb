import Clock from 'lucide-react/icons/clock'
import CodeXml from 'lucide-react/icons/code-xml'
import Link from 'lucide-react/icons/link'
import QrCodeIcon from 'lucide-react/icons/qr-code'
import Share from 'lucide-react/icons/share'
import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, useEffect, useState } from 'react'
import type { Video } from '../../../../contract/videos/videos.ts'
import { formatClock } from '../../../format/clock.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { canShareOnDevice, shareOnDevice } from '../../../page/share.ts'
import { watchedSeconds } from '../../../player/watched-player.ts'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { EmbedDialog } from './embed-dialog.tsx'
import { copyLinkAt, copyVideoLink, shareDataOf, type SharePlace } from './share-video.ts'

const QrCode = lazyPart(() => import('./qr-code.tsx'), 'QrCode')

/**
 * The ways to share a video. Without a share sheet, the link is copied at once, so that the most common way needs one
 * press.
 */
export function ShareDialog({ video, place, onClose }: { video: Video; place: SharePlace; onClose: () => void }) {
  const data = shareDataOf(video)
  const hasDeviceSheet = canShareOnDevice(data)
  const [seconds] = useState(() => (place === 'card' ? 0 : watchedSeconds()))
  const [shown, setShown] = useState<'qr' | 'embed'>()
  const showNothing = () => setShown(undefined)
  const copy = () => void copyVideoLink(video, place)
  useEffect(() => {
    if (!hasDeviceSheet) copy()
    // oxlint-disable-next-line react/exhaustive-deps -- only when the dialog opens
  }, [])
  const shareOrCopy = async () => {
    onClose()
    if (!(await shareOnDevice(data))) copy()
  }
  const closeAfter = (act: () => void) => () => {
    act()
    onClose()
  }
  return (
    <Dialog title="Share" description={<bdi className="wrap-anywhere">{video.title}</bdi>} onClose={onClose}>
      <div className="grid @lg:grid-cols-2">
        <div className="-mx-3 flex flex-col">
          {hasDeviceSheet && (
            <Way Icon={Share} onClick={() => void shareOrCopy()}>
              Share with an app
            </Way>
          )}
          <Way Icon={Link} onClick={closeAfter(copy)}>
            Copy link
          </Way>
          {seconds > 0 && (
            <Way Icon={Clock} onClick={closeAfter(() => void copyLinkAt(video, seconds))}>
              Copy link at {formatClock(seconds)}
            </Way>
          )}
          <Way Icon={CodeXml} onClick={() => setShown('embed')}>
            Embed
          </Way>
          <Way
            Icon={QrCodeIcon}
            aria-expanded={shown === 'qr'}
            onClick={() => setShown(shown === 'qr' ? undefined : 'qr')}
          >
            QR code
          </Way>
        </div>
        {shown === 'qr' && <QrCode url={data.url} onLoadFailed={showNothing} />}
      </div>
      {shown === 'embed' && <EmbedDialog video={video} onClose={showNothing} />}
    </Dialog>
  )
}

function Way({ Icon, children, ...rest }: ComponentProps<'button'> & { Icon: LucideIcon }) {
  return (
    <button
      type="button"
      {...rest}
      className="flex min-h-11 items-center gap-3 rounded-control px-3 text-left hover:bg-surface-raised"
    >
      <Icon className="size-4 shrink-0 text-ink-muted" />
      {children}
    </button>
  )
}
