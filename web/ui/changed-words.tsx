import type { Piece } from '../format/word-difference.ts'

/** The words of two texts, with the differences marked for eyes and screen readers. */
export function ChangedWords({ pieces }: { pieces: Piece[] }) {
  return pieces.map((piece, i) => <Words key={i} piece={piece} next={pieces[i + 1]} />)
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
