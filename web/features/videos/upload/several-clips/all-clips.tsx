import { Button } from '../../../../ui/button.tsx'
import { checkClip } from '../check-clip.ts'
import { findFileProblem } from '../file/read-file.ts'
import { type QueueState, isTogether, listDescribed } from '../queue/queue-state.ts'

/**
 * A button that copies to all forms the details that a creator's clips usually have in common. Shown if there are
 * several forms.
 */
export function CopyToAll({ queueState, onCopy }: { queueState: QueueState; onCopy: () => void }) {
  const { length } = listDescribed(queueState)
  if (length < 2) return null
  return (
    <div className="flex flex-col gap-2">
      <Button onClick={onCopy} aria-describedby={COPIED_ID}>
        Copy tool, tags and licence to all {length}
      </Button>
      <p id={COPIED_ID} className="text-center text-small text-ink-muted">
        Also the model and who can remix. Each clip keeps its own title, caption and prompt.
      </p>
    </div>
  )
}

/** A button that replaces several forms by a common one. */
export function DescribeTogether({ queueState, onDescribe }: { queueState: QueueState; onDescribe: () => void }) {
  const { length } = listDescribed(queueState)
  if (length < 2) return null
  return (
    <Button variant="ghost" className="mt-2" onClick={onDescribe}>
      Describe all {length} together
    </Button>
  )
}

/** A button that uploads every clip that is ready, and names the others. Shown if there are several forms. */
export function UploadAll({ queueState, onUpload }: { queueState: QueueState; onUpload: () => void }) {
  const isMain = isTogether(queueState)
  const described = listDescribed(queueState)
  const left = described.filter((clip) => 'refusal' in checkClip(clip))
  if (described.length < 2) return null
  const readyCount = described.length - left.length
  const isPartial = readyCount > 0 && left.length > 0
  const usableCount = described.filter(({ findings }) => !findFileProblem(findings)).length
  // Until a clip is ready, the button counts the clips whose file can be uploaded, or all clips if there is none.
  const count = readyCount || usableCount || described.length
  const places = left.map((clip) => String(queueState.clips.indexOf(clip) + 1))
  return (
    <div className="-mt-2 flex flex-col gap-2">
      <Button
        variant={isMain ? 'primary' : 'quiet'}
        disabled={readyCount === 0}
        aria-describedby={left.length > 0 ? LEFT_ID : undefined}
        onClick={onUpload}
      >
        {count < described.length ? `Upload ${count} of ${described.length}` : `Upload all ${described.length}`}
      </Button>
      {left.length > 0 && (
        <p id={LEFT_ID} className="text-center text-small text-ink-muted">
          {isPartial
            ? describeLeft(places)
            : usableCount === 0
              ? 'None of these files can be uploaded. Choose other files.'
              : isMain
                ? 'Each clip needs a title. The caption and the AI tool are for all of them.'
                : 'Each clip needs its own title and caption, and the AI tool that made it.'}
        </p>
      )}
    </div>
  )
}

const COPIED_ID = 'copy-to-all'
const LEFT_ID = 'upload-all-left'

function describeLeft(places: string[]): string {
  if (places.length === 1) return `Clip ${places.join('')} isn’t ready and will stay here.`
  return `Clips ${places.slice(0, -1).join(', ')} and ${places.at(-1)} aren’t ready and will stay here.`
}
