import { useMemo } from 'react'
import { type Piece, wordDifference } from './word-difference.ts'

/** The differences between the prompt of a remix and the prompt of its parent. */
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
        {pieces.map((piece, i) => (
          <Words key={i} piece={piece} next={pieces[i + 1]} />
        ))}
      </p>
    </div>
  )
}

function Words({ piece: { text, change }, next }: { piece: Piece; next: Piece | undefined }) {
  if (change === 'same') return text
  // Without a gap, a removed word and its replacement would read as one word.
  const gap = change === 'removed' && next?.change === 'added' && !/\s$/.test(text)
  const [Tag, tone, said] =
    change === 'removed' ? (['del', 'text-danger', 'removed'] as const) : (['ins', 'text-accent-ink', 'added'] as const)
  return (
    <>
      <Tag className={tone}>
        <span className="sr-only">[{said}: </span>
        {text}
        <span className="sr-only">]</span>
      </Tag>
      {gap && ' '}
    </>
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
