import type { Phrase } from './say-line.ts'

/** Names of tools and signers are written by others: whole, and in their own direction. */
export function Said({ phrase }: { phrase: Phrase }) {
  return phrase.map((part, index) =>
    typeof part === 'string' ? (
      part
    ) : (
      <strong key={index} className="font-strong break-words text-ink">
        <bdi>{part.name}</bdi>
      </strong>
    ),
  )
}
