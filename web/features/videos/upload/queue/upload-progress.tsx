import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useEffect, useState } from 'react'
import { lazyPart } from '../../../../net/lazy-part.tsx'
import { Button } from '../../../../ui/button.tsx'
import { formatPercent, formatMegabytes } from '../file/file-labels.ts'
import {
  describeNumbers,
  describeStep,
  isMoving,
  isPaused,
  type OwnStep,
  sentBytes,
  sentShare,
} from './describe-step.ts'
import type { ClipState } from './queue-state.ts'

interface UploadProgressProps {
  state: Exclude<ClipState, { kind: 'form' }>
  onCancel: () => void
}

/** The progress of a clip after its creator has pressed Publish, or the reason why it waits, and the Cancel button. */
export function UploadProgress({ state, onCancel }: UploadProgressProps) {
  if (state.kind === 'uploading' && state.step.kind !== 'elsewhere')
    return <Sending step={state.step} onCancel={onCancel} />
  const [sentence, note] =
    state.kind === 'uploading'
      ? [describeStep(state.step), 'Close that tab to continue here.']
      : state.problem === undefined
        ? ['It will upload after the clips ahead of it.']
        : [state.problem, 'Retrying automatically.']
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <div role="status" className="min-w-0 grow basis-60">
        <p>{sentence}</p>
        {note && <p className="text-small text-ink-muted">{note}</p>}
      </div>
      <Button variant="ghost" className="-my-2 -mr-3 ml-auto" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}

interface SendingProps {
  step: OwnStep
  onCancel: () => void
}

/** The progress of an upload in this tab: the bytes sent, the speed and the time left. */
function Sending({ step, onCancel }: SendingProps) {
  const share = sentShare(step)
  const percent = formatPercent(share)
  const [news, numbers] = [describeStep(step), describeNumbers(step)]
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p className="text-lead tabular-nums" aria-hidden="true">
          {percent}
        </p>
        {step.kind !== 'publishing' && (
          <div className="-my-2 -mr-3 flex">
            {step.kind === 'sending' && <PauseButton {...step} />}
            <CancelButton step={step} onCancel={onCancel} />
          </div>
        )}
      </div>
      <div
        role="progressbar"
        aria-label="Upload"
        aria-valuenow={Math.floor(share * 100)}
        aria-valuetext={[percent, news, numbers].filter(Boolean).join(', ')}
        className="h-1.5 overflow-hidden rounded-full bg-line"
      >
        <div
          className={`h-full w-full origin-left rounded-full ${isMoving(step) ? 'bg-accent' : 'bg-ink-muted'}`}
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
      <div className="flex flex-wrap gap-x-4 text-small text-ink-muted tabular-nums">
        <p role="status" className={`empty:hidden ${isMoving(step) ? '' : 'text-ink'}`}>
          {news}
        </p>
        {numbers}
      </div>
    </div>
  )
}

function PauseButton(step: Extract<OwnStep, { kind: 'sending' }>) {
  const { pause, resume } = step.controls
  const Icon = isPaused(step) ? Play : Pause
  return (
    <Button variant="ghost" onClick={isPaused(step) ? resume : pause}>
      <Icon className="size-4" />
      {isPaused(step) ? 'Resume' : 'Pause'}
    </Button>
  )
}

const ConfirmDialog = lazyPart(() => import('../../../../ui/dialogs/confirm-dialog.tsx'), 'ConfirmDialog')

/** Cancelling asks for confirmation from this number of sent bytes. Fewer take only seconds to send again. */
const ASK_FROM_BYTES = 3 * 1024 ** 2

/** Cancels an upload. Asks for confirmation if more than a few megabytes would be deleted. */
function CancelButton({ step, onCancel }: SendingProps) {
  const [isAsking, setAsking] = useState(false)
  // The dialog's code is loaded early, because creators often cancel when the network is down.
  useEffect(() => ConfirmDialog.preload(), [])
  return (
    <>
      <Button variant="ghost" onClick={() => (sentBytes(step) < ASK_FROM_BYTES ? onCancel() : setAsking(true))}>
        Cancel
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Cancel this upload?"
          description={`The ${formatMegabytes(sentBytes(step))} uploaded so far will be deleted. Your file and details stay in the form.`}
          confirmLabel="Cancel upload"
          keepLabel="Keep uploading"
          onConfirm={() => {
            setAsking(false)
            onCancel()
          }}
          onClose={() => setAsking(false)}
          onLoadFailed={onCancel}
        />
      )}
    </>
  )
}
