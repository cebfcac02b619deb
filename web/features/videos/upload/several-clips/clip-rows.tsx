import type { KeyboardEvent } from 'react'
import { isComposing } from '../../../../page/keyboard/composing.ts'
import { useObjectUrl } from '../../../../page/use-object-url.ts'
import { Button } from '../../../../ui/button.tsx'
import { Problem } from '../../../../ui/problem.tsx'
import { MatchesAdvice } from '../../duplicates/matches-advice.tsx'
import { checkClip } from '../check-clip.ts'
import { shortenName } from '../file/file-labels.ts'
import { findFileProblem } from '../file/read-file.ts'
import { findLengthProblem } from '../form/check-texts.ts'
import { DetailsField } from '../form/details-fields.tsx'
import type { UploadForm } from '../form/upload-form.ts'
import { titleField } from '../form/video-fields.ts'
import { describeClipState, isReady, listMissing } from '../queue/clip-labels.ts'
import { type Clip, failureOf, listDescribed, listOwn, type QueueState } from '../queue/queue-state.ts'

interface ClipRowsProps {
  queueState: QueueState
  onEdit: (changed: Partial<UploadForm>, id: number) => void
  /** Opens the form of one clip. */
  onOpen: (id: number) => void
  onRemove: (id: number) => void
}

/**
 * The labels of details that the clips share, by their names in `listMissing`. These details have fields next to the
 * rows.
 */
const shared = new Map([
  ['caption', 'Caption'],
  ['AI tool', 'AI tool'],
])

/** The clips that are described together, each with its title and its remaining problem. */
export function ClipRows(props: ClipRowsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys bubble up from the titles
    <ol aria-label="Clips to upload" onKeyDown={goToNextTitle} className="flex flex-col gap-3">
      {listDescribed(props.queueState).map((clip) => (
        <ClipRow key={clip.id} clip={clip} {...props} />
      ))}
    </ol>
  )
}

/** Moves the focus to the next title when Enter is pressed in a title. */
function goToNextTitle(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || isComposing(event)) return
  const titles = [...event.currentTarget.querySelectorAll<HTMLElement>('input[name=title]')]
  const at = titles.findIndex((title) => title === event.target)
  if (at === -1) return
  event.preventDefault()
  titles[at + 1]?.focus()
}

function ClipRow({ clip, queueState, onEdit, onOpen, onRemove }: ClipRowsProps & { clip: Clip }) {
  const { id, file, findings } = clip
  const number = queueState.clips.indexOf(clip) + 1
  const own = listOwn(queueState, clip)
  const url = useObjectUrl(file)
  const problem = findProblem(clip)
  const isRefused = findFileProblem(findings) !== undefined
  const missing = listMissing(clip).filter((name) => !shared.has(name) || own.includes(shared.get(name)!))
  const { hidden = [], detected } = findings ?? {}
  const notes = [
    own.length > 0 && `Keeps its own details: ${own.join(', ')}`,
    hidden.length > 0 && !isRefused && 'Private data will be removed before publishing.',
    (detected?.tool ?? detected?.model ?? detected?.prompt) &&
      'This file says how it was made. Edit the clip to use that.',
  ]
  return (
    <li className="flex flex-col gap-3 rounded-card bg-surface p-4 [&_input]:bg-canvas">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="text-ink-muted tabular-nums">{number}</span>
        <span className="block size-14 shrink-0 overflow-hidden rounded-control bg-stage">
          {url && !isRefused && (
            <video src={url} muted playsInline preload="metadata" aria-hidden className="size-full object-cover" />
          )}
        </span>
        <span className="min-w-0 grow basis-28">
          <bdi className="block truncate font-strong">{file ? shortenName(file.name) : 'No file chosen'}</bdi>
          <span className={`block text-small ${problem ? 'text-danger' : 'text-ink-muted'}`}>
            {problem || missing.length === 0 ? describeClipState(clip) : `Still missing: ${missing.join(', ')}`}
          </span>
        </span>
        <span className="-mr-3 ml-auto flex">
          <Button variant="ghost" onClick={() => onOpen(id)}>
            Edit<span className="sr-only"> clip {number} separately</span>
          </Button>
          <Button variant="ghost" onClick={() => onRemove(id)}>
            Remove<span className="sr-only"> clip {number}</span>
          </Button>
        </span>
      </div>
      <DetailsField
        field={titleField}
        label={`Title of clip ${number}`}
        form={clip.form}
        onChange={(changed) => onEdit(changed, id)}
        disabled={false}
      />
      {problem && <Problem>{problem}</Problem>}
      {notes.map(
        (note) =>
          note && (
            <p key={note} className="text-small text-ink-muted">
              {note}
            </p>
          ),
      )}
      {file && url && !isRefused && (
        <MatchesAdvice file={file} url={url} durationSeconds={findings?.facts?.durationSeconds} disabled={false} />
      )}
    </li>
  )
}

/** Returns the problem of a clip, unless the field of its title shows it. */
function findProblem(clip: Clip): string | undefined {
  const checked = checkClip(clip)
  const isTooLong = findLengthProblem(titleField, clip.form.title) !== undefined
  const invalid = isReady(clip) && !isTooLong && 'refusal' in checked ? checked.refusal[1] : undefined
  return failureOf(clip.state) ?? findFileProblem(clip.findings) ?? invalid
}
