import { type ReactNode, useEffect, useRef } from 'react'
import { isPaused } from './describe-step.ts'
import type { ClipState } from './queue-state.ts'
import { UploadProgress } from './upload-progress.tsx'

/** The progress of the clip, or the reason why it was not published. The text is shown above the button. */
export function ClipStatus({ state, onCancel }: { state: ClipState; onCancel: () => void }) {
  if (state.kind === 'form') return state.failure === undefined ? null : <Failure reason={state.failure} />
  const needsTab = state.kind === 'uploading' && !isPaused(state.step) && state.step.kind !== 'elsewhere'
  return (
    <Box>
      <UploadProgress state={state} onCancel={onCancel} />
      {needsTab && (
        <p className="text-small text-ink-muted">Please wait. You can browse the site, but keep this tab open.</p>
      )}
    </Box>
  )
}

/** Scrolls into view when it appears, because the pressed button may be at the edge of the screen. */
function Box({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    void ref.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={ref} className="flex scroll-mb-40 flex-col gap-3 rounded-card bg-surface p-5">
      {children}
    </div>
  )
}

export const FAILURE_ID = 'upload-failure'

/** The reason for a failure. The reason stays until the next attempt; the toast has already announced it. */
function Failure({ reason }: { reason: string }) {
  return (
    <p id={FAILURE_ID} className="-mb-2 flex items-start gap-3">
      <span aria-hidden="true" className="mt-2 size-2 shrink-0 rounded-full bg-danger" />
      <span>
        <span className="font-strong text-danger">Upload failed:</span> {reason}
      </span>
    </p>
  )
}
