import ArrowUp from 'lucide-react/icons/arrow-up'
import Pause from 'lucide-react/icons/pause'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { focusContent, isFocusLost } from '../../../../page/focus.ts'
import { IconButton, ButtonLink } from '../../../../ui/button.tsx'
import { closeOnEscape } from '../../../../ui/dialogs/closing.ts'
import { formatPercent } from '../file/file-labels.ts'
import type { UploadStep } from '../sending/publish.ts'
import { clipName } from './clip-labels.ts'
import { describeStep, isMoving, sentShare } from './describe-step.ts'
import { type Clip, isShownInHeader, type QueueState, failureOf } from './queue-state.ts'
import { UploadProgress } from './upload-progress.tsx'
import type { UploadQueue } from './upload-queue.ts'
import { useHeadingFocus } from './use-heading-focus.ts'
import { useUploadQueue } from './use-upload-queue.ts'

/**
 * The upload indicator in the header: a button that shows the progress of the running upload and opens the panel.
 * Uploads continue while their creator visits other pages.
 */
export function UploadIndicator({ userId }: { userId: string }) {
  const { queue, queueState } = useUploadQueue(userId)
  const [path] = useLocation()
  const [isOpen, setOpen] = useState(false)
  const shown = queueState.clips.filter(({ state }) => isShownInHeader(state))
  // The panel must not reopen on its own on the next page.
  if (path === '/upload' && isOpen) setOpen(false)
  // The upload page shows the progress itself.
  if (shown.length === 0 || path === '/upload') return null
  const step = currentStep(queueState)
  const failed = shown.find(({ state }) => failureOf(state) !== undefined)
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <IconButton data-uploads="" label={labelOf(step, failed)} className="min-w-0 shrink!">
          <Ring step={step} hasFailed={!step && failed !== undefined} />
        </IconButton>
      </Popover.Trigger>
      <span role="status" className="sr-only">
        {/* The open panel announces the step itself. */}
        {!isOpen && step && describeStep(step)}
      </span>
      <Popover.Portal>
        <Popover.Content
          aria-label="Uploads"
          align="end"
          sideOffset={8}
          collisionPadding={8}
          onKeyDown={closeOnEscape(() => setOpen(false))}
          onCloseAutoFocus={keepFocusOnPage}
          className="animate-rise z-40 max-h-(--radix-popover-content-available-height) w-[min(24rem,calc(100vw-1rem))] overflow-y-auto rounded-card bg-surface-raised text-ink shadow-float outline-none"
        >
          <UploadPanel queue={queue} clips={shown} onLeave={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/**
 * Keeps the focus on the page if the button is gone with the last upload. The button would otherwise get the focus
 * back.
 */
function keepFocusOnPage(event: Event): void {
  if (document.querySelector('[data-uploads]')) return
  event.preventDefault()
  // A newly opened page already has the focus.
  if (isFocusLost()) focusContent()
}

function currentStep({ clips }: QueueState): UploadStep | undefined {
  return clips.flatMap(({ state }) => (state.kind === 'uploading' ? state.step : [])).at(0)
}

/** Returns `Uploads: 42%`, `Uploads: 42%, Connection lost. …`, `Uploads: “Dunes” failed` or `Uploads: waiting`. */
function labelOf(step: UploadStep | undefined, failed: Clip | undefined): string {
  if (step) return `Uploads: ${formatPercent(sentShare(step))}${isMoving(step) ? '' : `, ${describeStep(step)}`}`
  return failed ? `Uploads: “${clipName(failed)}” failed` : 'Uploads: waiting'
}

const RADIUS = 15
const LENGTH = 2 * Math.PI * RADIUS

/** The progress ring. The ring is full when all bytes are sent, and grey while nothing moves. */
function Ring({ step, hasFailed }: { step: UploadStep | undefined; hasFailed: boolean }) {
  const isActive = step !== undefined && isMoving(step)
  const Icon = hasFailed ? TriangleAlert : isActive ? ArrowUp : Pause
  const share = step ? sentShare(step) : 0
  return (
    <span className={`relative grid size-9 place-items-center ${hasFailed ? 'text-danger' : 'text-ink'}`}>
      <svg
        viewBox="0 0 36 36"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        aria-hidden="true"
        className="absolute inset-0 -rotate-90"
      >
        <circle cx="18" cy="18" r={RADIUS} className="text-line" />
        {share > 0 && (
          <circle
            cx="18"
            cy="18"
            r={RADIUS}
            strokeLinecap="round"
            strokeDasharray={`${share * LENGTH} ${LENGTH}`}
            className={isActive ? 'text-accent' : 'text-ink-muted'}
          />
        )}
      </svg>
      <Icon className="size-4" strokeWidth={2.5} />
    </span>
  )
}

/** @param clips The clips that are being published or have failed. */
function UploadPanel({ queue, clips, onLeave }: { queue: UploadQueue; clips: Clip[]; onLeave: () => void }) {
  const heading = useHeadingFocus(clips.length)
  return (
    <>
      <div className="flex min-h-14 items-center justify-between gap-4 pr-2 pl-5">
        <h2 ref={heading} tabIndex={-1} className="font-strong outline-none">
          Uploads
        </h2>
        <ButtonLink href="/upload" variant="ghost" className="px-3 text-small" onClick={onLeave}>
          Open the form
        </ButtonLink>
      </div>
      <ul className="flex flex-col gap-5 px-5 pb-5">
        {clips.map((clip) => (
          <li key={clip.id} className="flex flex-col gap-2">
            <p className="line-clamp-2 font-strong">
              <bdi>{clipName(clip)}</bdi>
            </p>
            {clip.state.kind === 'form' ? (
              <p className="text-small">
                <span className="font-strong text-danger">Upload failed:</span> {clip.state.failure}
              </p>
            ) : (
              <UploadProgress state={clip.state} onCancel={() => queue.cancel(clip.id)} />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
