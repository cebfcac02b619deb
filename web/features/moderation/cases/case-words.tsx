import type { Case, Snapshot } from '../../../../contract/moderation/cases.ts'
import { ClampedText } from '../../../ui/clamped-text.tsx'
import { wordDifference } from './word-difference.ts'

/** Labels of the reported texts, in reading order. */
const names = {
  title: 'Title',
  caption: 'Caption',
  prompt: 'Prompt',
  tags: 'Tags',
  tool: 'Tool',
  model: 'Model',
  text: 'Comment',
  name: 'Name',
  username: 'Username',
  bio: 'Bio',
  location: 'Location',
  website: 'Website',
} satisfies Partial<Record<keyof Snapshot, string>>
type Field = keyof typeof names

/** The reported texts, with a word-by-word comparison to the current ones. */
export function CaseWords({ snapshot, current, isThere }: Pick<Case, 'snapshot' | 'current' | 'isThere'>) {
  const fields = (Object.keys(names) as Field[]).filter((field) => snapshot[field] || current?.[field])
  const changed = isThere && current ? fields.filter((field) => isChanged(field, snapshot, current)) : []
  return (
    <div className="flex flex-col gap-3">
      {!isThere && <p className="font-strong">Deleted since the report. This is the reported text.</p>}
      {changed.length > 0 && (
        <p className="font-strong">
          Changed since it was reported: <del className="text-danger">removed</del>,{' '}
          <ins className="text-accent-ink">added</ins>.
        </p>
      )}
      <dl className="flex flex-col gap-3">
        {fields.map((field) => (
          <div key={field}>
            <dt className="text-small text-ink-muted">{names[field]}</dt>
            <dd>
              {current && changed.includes(field) ? (
                <Difference before={snapshot[field] ?? ''} after={current[field] ?? ''} />
              ) : (
                <ClampedText text={snapshot[field] ?? ''} />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function isChanged(field: Field, before: Snapshot, after: Snapshot): boolean {
  return (before[field] ?? '') !== (after[field] ?? '')
}

function Difference({ before, after }: { before: string; after: string }) {
  return (
    <p dir="auto" className="max-h-80 overflow-y-auto whitespace-pre-line">
      {wordDifference(before, after).map(({ text, change }, i) => {
        if (change === 'same') return text
        const Tag = change === 'removed' ? 'del' : 'ins'
        return (
          <Tag key={i} className={change === 'removed' ? 'text-danger' : 'text-accent-ink'}>
            {text}
          </Tag>
        )
      })}
    </p>
  )
}
