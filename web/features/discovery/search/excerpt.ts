import { type Excerpts, MARK_END, MARK_START } from '../../../../contract/discovery/search.ts'

export interface Piece {
  text: string
  isMarked: boolean
}

/** So many characters stand before the first mark: in a line that is cut at its end, it is seen. */
const BEFORE_MARK = 20

/** Of which text a line below the title shows the match: none where the title itself has it. */
export function excerptOf({ title, caption, prompt }: Excerpts): string | undefined {
  return title === undefined ? (caption ?? prompt) : undefined
}

/** The pieces of an excerpt, those that matched apart, beginning shortly before the first of them. */
export function splitExcerpt(excerpt: string): Piece[] {
  const pieces = excerpt
    .split(MARK_START)
    .flatMap((part, i): Piece[] => {
      const [marked = '', ...after] = i === 0 ? ['', part] : part.split(MARK_END)
      return [
        { text: marked, isMarked: true },
        { text: after.join(''), isMarked: false },
      ]
    })
    .filter(({ text }) => text !== '')
  const [first] = pieces
  if (first && !first.isMarked && pieces.length > 1) first.text = shortenStart(first.text)
  return pieces
}

/** Its end, from a word's beginning where there is one. */
function shortenStart(text: string): string {
  if (text.length <= BEFORE_MARK) return text
  const end = text.slice(-BEFORE_MARK)
  const afterSpace = /\s(?=\S)/u.exec(end)
  return `…${afterSpace ? end.slice(afterSpace.index + 1) : end.toWellFormed().replace(/^\uFFFD/, '')}`
}
