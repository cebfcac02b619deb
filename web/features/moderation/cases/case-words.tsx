import { type Case, clipTextOf, type ClipText, type Snapshot } from '../../../../contract/moderation/cases.ts'
import { type VideoWord, wordLabels } from '../../../../contract/videos/publishing.ts'
import { toolLabelOf } from '../../../../contract/videos/videos.ts'
import type { Piece, wordDifference } from '../../../format/word-difference.ts'
import { lazyCode, useLazyCode } from '../../../net/lazy-code.ts'
import { ChangedWords } from '../../../ui/changed-words.tsx'
import { ClampedText } from '../../../ui/clamped-text.tsx'

const clipLabels = Object.fromEntries(
  Object.entries(wordLabels).map(([word, label]) => [clipTextOf(word as VideoWord), label]),
) as Record<ClipText, string>

/** Labels of the reported texts, in reading order. */
const names = {
  ...clipLabels,
  text: 'Comment',
  name: 'Name',
  username: 'Username',
  bio: 'Bio',
  location: 'Location',
  website: 'Website',
} satisfies Partial<Record<keyof Snapshot, string>>
type Field = keyof typeof names

/** Returns a reported text, or the label of a reported tool. */
function textOf(texts: Partial<Snapshot>, field: Field): string {
  const text = texts[field] ?? ''
  return field === 'tool' ? toolLabelOf(text) : text
}

// Loaded on demand, because most texts have not changed since the report.
const comparison = lazyCode(() => import('../../../format/word-difference.ts'))

/** The reported texts, compared word by word with the current ones. */
export function CaseWords({ snapshot, current, isThere }: Pick<Case, 'snapshot' | 'current' | 'isThere'>) {
  const fields = (Object.keys(names) as Field[]).filter((field) => snapshot[field] || current?.[field])
  const texts = fields.map((field) => ({
    field,
    before: textOf(snapshot, field),
    after: textOf(isThere && current ? current : snapshot, field),
  }))
  return (
    <div className="flex flex-col gap-3">
      {!isThere && <p className="font-strong">Deleted since the report. This is the reported text.</p>}
      {texts.some(isChanged) ? <ComparedTexts texts={texts} /> : <TextList texts={texts} />}
    </div>
  )
}

interface Text {
  field: Field
  before: string
  after: string
  /** The differences, if any word differs. */
  pieces?: Piece[] | undefined
}

const isChanged = ({ before, after }: Text) => before !== after

/** Texts of which at least one has changed. Until the comparison has loaded, a changed text is whole in both versions. */
function ComparedTexts({ texts }: { texts: Text[] }) {
  const compare = useLazyCode(comparison).code?.wordDifference
  const compared = texts.map((text) => (isChanged(text) ? { ...text, pieces: findChanges(text, compare) } : text))
  return (
    <>
      {compared.some(({ pieces }) => pieces) && (
        <p className="font-strong">
          Changed since it was reported: <del className="text-danger">removed</del>,{' '}
          <ins className="text-accent-ink">added</ins>.
        </p>
      )}
      <TextList texts={compared} />
    </>
  )
}

function TextList({ texts }: { texts: Text[] }) {
  return (
    <dl className="flex flex-col gap-3">
      {texts.map(({ field, before, pieces }) => (
        <div key={field}>
          <dt className="text-small text-ink-muted">{names[field]}</dt>
          <dd>
            {pieces ? (
              <p dir="auto" className="max-h-80 overflow-y-auto whitespace-pre-line">
                <ChangedWords pieces={pieces} />
              </p>
            ) : (
              <ClampedText text={before} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/**
 * Returns the word differences. Returns the whole texts if they have little in common, or without `compare`, and
 * `undefined` if no word differs.
 */
function findChanges({ before, after }: Text, compare: typeof wordDifference | undefined): Piece[] | undefined {
  const pieces = compare?.(before, after) ?? [
    { text: before, change: 'removed' },
    { text: after, change: 'added' },
  ]
  return pieces.some(({ change }) => change !== 'same') ? pieces.filter(({ text }) => text !== '') : undefined
}
