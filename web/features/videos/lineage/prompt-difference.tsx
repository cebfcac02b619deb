import { useMemo } from 'react'
import { wordDifference } from '../../../format/word-difference.ts'
import { ChangedWords } from '../../../ui/changed-words.tsx'

export function PromptDifference({ before, after }: { before: string; after: string }) {
  const pieces = useMemo(() => wordDifference(before, after), [before, after])
  if (!pieces) return <SideBySide before={before} after={after} />
  if (pieces.every(({ change }) => change === 'same'))
    return <p className="text-ink-muted">The prompts are the same.</p>
  return (
    <div className="flex flex-col gap-2">
      <p className="text-small text-ink-muted">
        <del className="text-danger">Removed</del> words are crossed out, <ins className="text-accent-ink">added</ins>{' '}
        ones are underlined.
      </p>
      <p dir="auto" className="whitespace-pre-line wrap-anywhere">
        <ChangedWords pieces={pieces} />
      </p>
    </div>
  )
}

function SideBySide({ before, after }: { before: string; after: string }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {[
        { name: 'The prompt that was remixed', text: before },
        { name: 'The prompt of the remix', text: after },
      ].map(({ name, text }) => (
        <section key={name} aria-label={name} className="min-w-0">
          <p className="text-small font-strong text-ink-muted">{name}</p>
          <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
            {text}
          </p>
        </section>
      ))}
    </div>
  )
}
