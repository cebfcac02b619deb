import { Link } from 'wouter'
import { Button, buttonClass } from '../../../../ui/button.tsx'
import { clipName, clipStatus } from './clip-labels.ts'
import { type Clip, failureOf } from './queue-state.ts'
import type { UploadQueue } from './upload-queue.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import { UploadProgress } from './upload-progress.tsx'

interface UploadPanelProps {
  queue: UploadQueue
  /** The clips that are being published or have failed. */
  clips: Clip[]
  onLeave: () => void
}

/** The panel below the header: each upload, its controls, and the link to its form. */
export function UploadPanel({ queue, clips, onLeave }: UploadPanelProps) {
  const heading = useKeptFocus(clips.length)
  return (
    <>
      <div className="flex min-h-14 items-center justify-between gap-4 pr-2 pl-5">
        <h2 ref={heading} tabIndex={-1} className="font-strong outline-none">
          Uploads
        </h2>
        <Link href="/upload" className={buttonClass('ghost', 'px-3 text-small')} onClick={onLeave}>
          Open the form
        </Link>
      </div>
      <ul className="flex flex-col gap-5 px-5 pb-5">
        {clips.map((clip) => (
          <li key={clip.id} className="flex flex-col gap-2">
            <p className="line-clamp-2 font-strong">
              <bdi>{clipName(clip)}</bdi>
            </p>
            <State clip={clip} onCancel={() => queue.cancel(clip.id)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function State({ clip, onCancel }: { clip: Clip; onCancel: () => void }) {
  const { state } = clip
  const failure = failureOf(state)
  if (state.at === 'publishing') return <UploadProgress step={state.step} onCancel={onCancel} />
  if (failure !== undefined) {
    return (
      <p className="text-small">
        <span className="font-strong text-danger">Upload failed:</span> {failure}
      </p>
    )
  }
  const problem = state.at === 'waiting' ? state.problem : undefined
  return (
    <div className="flex items-center justify-between gap-4">
      <p className="text-small text-ink-muted">{[clipStatus(clip), problem].filter(Boolean).join(': ')}</p>
      <Button variant="ghost" className="-my-2 -mr-3" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  )
}
