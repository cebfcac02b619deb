import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { CancelButton } from './cancel-button.tsx'
import { formatMegabytes, formatPercent } from './file/file-labels.ts'
import type { PublishStep } from './sending/publish.ts'
import { describeTimeLeft, type Progress } from './sending/transfer-rate.ts'
import type { UploadState } from './sending/upload-state.ts'

type MovingStep = Exclude<PublishStep, { step: 'elsewhere' }>

interface UploadProgressProps {
  step: PublishStep
  onCancel: () => void
}

/** What goes on after somebody asked for publishing, and how to stop it. */
export function UploadProgress({ step, onCancel }: UploadProgressProps) {
  if (step.step === 'elsewhere') return <Elsewhere onCancel={onCancel} />
  return <Sending step={step} onCancel={onCancel} />
}

/** How far it is, only the other tab knows. */
function Elsewhere({ onCancel }: Pick<UploadProgressProps, 'onCancel'>) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-surface py-3 pr-3 pl-5">
      <div role="status" className="min-w-0 grow basis-60">
        <p>This clip is being uploaded in another tab.</p>
        <p className="text-small text-ink-muted">Close that tab to continue here.</p>
      </div>
      <Button variant="ghost" className="ml-auto" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

/** Where an upload really is: bytes that have left, their speed, and the time that the rest takes. */
function Sending({ step, onCancel }: UploadProgressProps & { step: MovingStep }) {
  const share = sentShare(step)
  const percent = formatPercent(share)
  const [news, numbers] = [describeState(step), describeNumbers(step)]
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    void ref.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={ref} className="flex scroll-mb-40 flex-col gap-3 rounded-card bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-lead tabular-nums" aria-hidden="true">
          {percent}
        </p>
        {step.step !== 'publishing' && (
          <div className="-my-2 -mr-3 flex">
            {step.step === 'sending' && <PauseButton {...step} />}
            <CancelButton sentBytes={uploadedBytes(step)} onCancel={onCancel} />
          </div>
        )}
      </div>
      <div
        role="progressbar"
        aria-label="Upload"
        aria-valuenow={Math.floor(share * 100)}
        aria-valuetext={[percent, news, numbers].filter(Boolean).join(', ')}
        className="h-1.5 overflow-hidden rounded-full bg-surface-raised"
      >
        <div
          className={`h-full w-full origin-left rounded-full ${isMoving(step) ? 'bg-accent' : 'bg-ink-muted'}`}
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
      <p role="status" className={`text-small empty:hidden ${isMoving(step) ? 'text-ink-muted' : ''}`}>
        {news}
      </p>
      {numbers && <p className="text-small text-ink-muted tabular-nums">{numbers}</p>}
      {!isPaused(step) && (
        <p className="text-small text-ink-muted">Please wait while your video uploads, and keep this page open.</p>
      )}
    </div>
  )
}

function PauseButton(step: Extract<MovingStep, { step: 'sending' }>) {
  const { pause, resume } = step.controls
  const Icon = isPaused(step) ? Play : Pause
  return (
    <Button variant="ghost" onClick={isPaused(step) ? resume : pause}>
      <Icon aria-hidden="true" className="size-4" />
      {isPaused(step) ? 'Resume' : 'Pause'}
    </Button>
  )
}

export function isPaused(step: PublishStep | undefined): boolean {
  return step?.step === 'sending' && step.state.state === 'paused'
}

function isMoving(step: MovingStep): boolean {
  return step.step !== 'sending' || step.state.state === 'sending'
}

function uploadedBytes(step: MovingStep): number {
  return step.step === 'sending' ? (step.progress?.sentBytes ?? 0) : 0
}

function sentShare(step: MovingStep): number {
  if (step.step === 'sending') return step.progress ? shareOf(step.progress.sentBytes, step.progress) : 0
  return step.step === 'publishing' ? 1 : 0
}

// An empty file is sent as soon as it is begun.
const shareOf = (bytes: number, { totalBytes }: Progress) => bytes / (totalBytes || 1)

/** What is announced when it changes. */
function describeState(step: MovingStep): string {
  if (step.step === 'preparing') return 'Getting ready'
  if (step.step === 'publishing') {
    return step.isOffline
      ? 'Uploaded. It will be published when you’re back online.'
      : 'Uploaded. Checking and publishing…'
  }
  return describeSending(step.state, step.progress)
}

function describeSending(state: UploadState, progress: Progress | undefined): string {
  switch (state.state) {
    case 'paused':
      return 'Paused. We’ll keep your progress for 24 hours.'
    case 'waiting':
      return state.reason
        ? `${state.reason} Retrying automatically.`
        : 'Connection lost. The upload will resume when you’re back online.'
    case 'sending':
      if (!progress) return 'Getting ready'
      return state.fromBytes > 0 ? `Continuing from ${formatPercent(shareOf(state.fromBytes, progress))}` : ''
  }
}

function describeNumbers(step: MovingStep): string | undefined {
  if (step.step !== 'sending' || !step.progress) return undefined
  const { sentBytes, totalBytes, bytesPerSecond, secondsLeft } = step.progress
  const isSending = step.state.state === 'sending'
  return [
    `${formatMegabytes(sentBytes)} of ${formatMegabytes(totalBytes)}`,
    isSending && bytesPerSecond !== undefined && `${formatMegabytes(bytesPerSecond)}/s`,
    isSending && secondsLeft !== undefined && describeTimeLeft(secondsLeft),
  ]
    .filter(Boolean)
    .join(' · ')
}
