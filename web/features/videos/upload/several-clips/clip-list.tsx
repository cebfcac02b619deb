import { findFileProblem } from '../file/read-file.ts'
import { clipName, describeClipState } from '../queue/clip-labels.ts'
import { type Clip, failureOf, isTogether, type QueueState } from '../queue/queue-state.ts'

/** A list of several clips. Clips that are described together are in `ClipRows` instead. */
export function ClipList({ queueState, onShow }: { queueState: QueueState; onShow: (id: number) => void }) {
  const { clips } = queueState
  const isBelow = ({ state }: Clip) => isTogether(queueState) && state.kind === 'form'
  if (clips.length < 2 || clips.every(isBelow)) return null
  return (
    <nav aria-label="Your clips" className="mt-6">
      <ol className="grid max-h-72 grid-cols-1 gap-2 overflow-y-auto rounded-card sm:grid-cols-2 lg:grid-cols-3">
        {clips.map((clip, i) => {
          if (isBelow(clip)) return null
          const isShown = clip.id === queueState.shownId && !isTogether(queueState)
          const hasFailed = (failureOf(clip.state) ?? findFileProblem(clip.findings)) !== undefined
          return (
            <li key={clip.id} className="min-w-0">
              <button
                type="button"
                aria-current={isShown || undefined}
                onClick={() => onShow(clip.id)}
                className={
                  'flex min-h-14 w-full items-center gap-4 rounded-control px-4 py-2 text-left transition-colors ' +
                  'hover:bg-surface-raised focus-visible:-outline-offset-2 ' +
                  (isShown ? 'bg-surface-raised' : 'bg-surface')
                }
              >
                <span className={`tabular-nums ${isShown ? 'text-ink' : 'text-ink-muted'}`}>{i + 1}</span>
                <span className="min-w-0 grow">
                  <bdi className="block truncate font-strong">{clipName(clip)}</bdi>
                  <span className={`block text-small tabular-nums ${hasFailed ? 'text-danger' : 'text-ink-muted'}`}>
                    {describeClipState(clip)}
                  </span>
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
