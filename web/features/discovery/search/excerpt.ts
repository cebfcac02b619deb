import { type Excerpts, MARK_END, MARK_START } from '../../../../contract/discovery/search.ts'

interface Piece {
  text: string
  isMarked: boolean
}

/** Maximum number of characters before the first mark. With more, the mark could be cut off at the end of the line. */
const BEFORE_MARK = 20

/** Returns the excerpt to show below the title, or `undefined` if the title itself shows the match. */
export function excerptOf({ title, caption, prompt }: Excerpts): string | undefined {
  return title === undefined ? (caption ?? prompt) : undefined
}

/** Splits an excerpt into marked and unmarked pieces, starting shortly before the first match. */
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

/** Keeps only the end of a long text, if possible from the beginning of a word. */
function shortenStart(text: string): string {
  if (text.length <= BEFORE_MARK) return text
  const end = text.slice(-BEFORE_MARK)
  const afterSpace = /\s(?=\S)/u.exec(end)
  return `…${afterSpace ? end.slice(afterSpace.index + 1) : end.toWellFormed().replace(/^\uFFFD/, '')}`
}
