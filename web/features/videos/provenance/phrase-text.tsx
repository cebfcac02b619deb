import type { Phrase } from './describe-provenance.ts'

/**
 * A phrase with the names of tools and signers highlighted. Names come from outside, so they are shown unshortened and
 * with their own text direction.
 */
export function PhraseText({ phrase }: { phrase: Phrase }) {
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
