import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { Ref } from 'react'
import { Link } from 'wouter'
import type { Case } from '../../../../contract/moderation/cases.ts'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { showShortcuts } from '../../../page/keyboard/shortcuts.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { videoPath } from '../../../videos/video-paths.ts'
import { ClaimButton } from './claim-button.tsx'
import { thingOf } from '../decisions/enforcements.ts'

interface CaseHeadingProps {
  ref: Ref<HTMLHeadingElement>
  shown: Case
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

const sources = { report: 'Reported', notice: 'Legal notice', own: 'Found by staff', dispute: 'Disputed' } as const

export function CaseHeading({ ref, shown, onPrevious, onNext }: CaseHeadingProps) {
  const { kind, subject, source, openedAt, isSevere, isHidden, isThere, media } = shown
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h2 ref={ref} tabIndex={-1} dir="auto" className="headline line-clamp-2 text-lead outline-none">
          {subject}
        </h2>
        <p className="mt-1 text-small text-ink-muted">
          {isSevere && <strong className="font-strong text-danger">Severe · </strong>}
          <span className="capitalize">{thingOf[kind]}</span> · {sources[source]} <RelativeTime iso={openedAt} />
          {isHidden && ' · Hidden now'}
          {!isThere && ' · Deleted since'}
          {media && isThere && (
            <>
              {' · '}
              <Link
                href={videoPath(media.videoId)}
                className="rounded-control underline decoration-line underline-offset-4 hover:text-ink"
              >
                {kind === 'comment' ? 'View clip' : 'View page'}
              </Link>
            </>
          )}
        </p>
      </div>
      <div className="-ml-4 flex flex-wrap items-center">
        {shown.state === 'open' && <ClaimButton shown={shown} />}
        <Button variant="ghost" onClick={showShortcuts} className="max-lg:hidden pointer-coarse:hidden">
          Keyboard shortcuts
        </Button>
        <IconButton label="Previous case" disabled={!onPrevious} onClick={onPrevious}>
          <ChevronLeft className="size-5" />
        </IconButton>
        <IconButton label="Next case" disabled={!onNext} onClick={onNext}>
          <ChevronRight className="size-5" />
        </IconButton>
      </div>
    </div>
  )
}
