import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { formatMegabytes } from './file-words.ts'
import type { PublishStep } from './publish.ts'
import { describeTimeLeft } from './transfer-rate.ts'

/** Where an upload really is: bytes that have left, their speed, and the time that the rest takes. */
export function UploadProgress({ step, onCancel }: { step: PublishStep; onCancel: () => void }) {
  const share = sentShare(step)
  const percent = Math.floor(share * 100)
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    void ref.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={ref} className="flex flex-col gap-3 rounded-card bg-surface p-5">
      <div className="flex items-center justify-between gap-4">
        <p className="text-lead tabular-nums" aria-hidden="true">
          {percent} %
        </p>
        {step.step !== 'publishing' && (
          <Button variant="ghost" onClick={onCancel} className="-my-2 -mr-3">
            Cancel
          </Button>
        )}
      </div>
      <div
        role="progressbar"
        aria-label="Upload"
        aria-valuenow={percent}
        aria-valuetext={`${percent} %, ${describe(step)}`}
        className="h-1.5 overflow-hidden rounded-full bg-surface-raised"
      >
        <div className="h-full w-full origin-left rounded-full bg-accent" style={{ transform: `scaleX(${share})` }} />
      </div>
      <p className="text-small text-ink-muted tabular-nums">{describe(step)}</p>
      <p className="text-small text-ink-muted">Please wait while your video uploads, and keep this page open.</p>
    </div>
  )
}

function sentShare(step: PublishStep): number {
  // An empty file is sent as soon as it is begun.
  if (step.step === 'uploading') return step.progress.sentBytes / (step.progress.totalBytes || 1)
  return step.step === 'publishing' ? 1 : 0
}

function describe(step: PublishStep): string {
  if (step.step === 'preparing') return 'Getting ready'
  if (step.step === 'publishing') return 'All there. Checking and publishing'
  const { sentBytes, totalBytes, bytesPerSecond, secondsLeft } = step.progress
  return [
    `${formatMegabytes(sentBytes)} of ${formatMegabytes(totalBytes)}`,
    bytesPerSecond !== undefined && `${formatMegabytes(bytesPerSecond)}/s`,
    secondsLeft !== undefined && describeTimeLeft(secondsLeft),
  ]
    .filter(Boolean)
    .join(' · ')
}
