import { splitExcerpt } from './excerpt.ts'

/** An excerpt with its matches marked. */
export function ExcerptText({ excerpt }: { excerpt: string }) {
  return splitExcerpt(excerpt).map(({ text, isMarked }, i) =>
    isMarked ? (
      <mark key={i} className="bg-transparent font-strong text-accent-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
