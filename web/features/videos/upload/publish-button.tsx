import { Button } from '../../../ui/button.tsx'
import { FAILURE_ID } from './publishing-state.tsx'
import { isReady, listMissing } from './queue/clip-labels.ts'
import { isPaused } from './queue/describe-step.ts'
import { type Clip, type ClipState, failureOf } from './queue/queue-state.ts'

/** The button that publishes. The missing details are listed below it, because a disabled button explains nothing. */
export function PublishButton({ clip }: { clip: Clip }) {
  const { state } = clip
  const isBusy = state.at === 'publishing' && !isPaused(state.step)
  const hasFailed = failureOf(state) !== undefined
  const missing = state.at === 'form' ? listMissing(clip) : []
  return (
    <>
      <Button
        type="submit"
        variant="primary"
        aria-describedby={hasFailed ? FAILURE_ID : missing.length > 0 ? MISSING_ID : undefined}
        pending={isBusy}
        disabled={!isReady(clip) || state.at !== 'form'}
      >
        {labelOf(state)}
      </Button>
      {missing.length > 0 && (
        <p id={MISSING_ID} className="-mt-3 text-center text-small text-ink-muted">
          Still missing: {missing.join(', ')}
        </p>
      )}
    </>
  )
}

const MISSING_ID = 'upload-missing'

function labelOf(state: ClipState): string {
  if (state.at === 'form') return 'Upload Video'
  if (state.at === 'waiting') return 'Waiting...'
  return isPaused(state.step) ? 'Paused' : 'Uploading...'
}
