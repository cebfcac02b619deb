import { useQuery } from '@tanstack/react-query'
import History from 'lucide-react/icons/history'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import type { FirstClip } from '../../../../contract/videos/duplicates.ts'
import { formatDay } from '../../../format/day.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { CreatorMention } from '../../../people/creator-mention.tsx'
import { Button } from '../../../ui/button.tsx'
import { videoPath } from '../../../videos/video-paths.ts'
import { firstHereQuery } from './duplicates.queries.ts'

const DisputeDialog = lazyPart(() => import('./dispute-dialog.tsx'), 'DisputeDialog')

/**
 * Names the creator who first published the same pictures here, unless the clip's owner did. The owner can dispute the
 * label.
 */
export function FirstHere({ videoId }: { videoId: string }) {
  const { data } = useQuery(firstHereQuery(videoId))
  const [isDisputing, setDisputing] = useState(false)
  const close = () => setDisputing(false)
  if (!data?.first && data?.state !== 'disputed') return null
  const { first, state } = data
  const canDispute = state === 'found' || state === 'credited'
  return (
    <div className="flex items-start gap-3 rounded-card bg-surface p-4 text-small">
      <History className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 grow flex-col items-start gap-2">
        {first ? <Sentence first={first} /> : <p>{WAITING}</p>}
        {state === 'kept' && <p className="text-ink-muted">A moderator reviewed this and kept it.</p>}
        {canDispute && (
          <Button variant="ghost" className="-ml-5" onClick={() => setDisputing(true)}>
            That’s not right
          </Button>
        )}
      </div>
      {canDispute && isDisputing && <DisputeDialog videoId={videoId} onClose={close} />}
    </div>
  )
}

/** Renders its children once it is known whether the label is above them. Otherwise the label would push them down. */
export function AfterFirstHere({ videoId, children }: { videoId: string; children: ReactNode }) {
  const { isPending } = useQuery(firstHereQuery(videoId))
  return !isPending && children
}

const WAITING = 'You disputed who was first. We won’t show this until a moderator has reviewed it.'

const linkClass = 'rounded-control font-strong underline decoration-line underline-offset-4'

function Sentence({ first: { videoId, publishedAt, creator } }: { first: FirstClip }) {
  return (
    <p className="wrap-anywhere">
      First published here by <CreatorMention creator={creator} linkClass={linkClass} /> on{' '}
      <Link href={videoPath(videoId)} className={linkClass}>
        {formatDay(publishedAt)}
      </Link>
    </p>
  )
}
