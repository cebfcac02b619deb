/** A text with an optional address, written as one line of a text area: `Our blog https://example.org`. */
interface LinkLine {
  text: string
  url: string | null
}

/** A line, and the address at its end: a word with `://`, or a path. */
const LINE = /^(?:(.*\S)\s+)?(\S+:\/\/\S*|\/\S*)$/

export function writeLines(items: readonly LinkLine[]): string {
  return items.map(({ text, url }) => (url === null || url === text ? text : `${text} ${url}`)).join('\n')
}

/** Reads one item from each line that is not empty. A line that consists of an address is its own text. */
export function readLines(typed: string): LinkLine[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const [, text, url] = LINE.exec(line) ?? []
      return url === undefined ? { text: line, url: null } : { text: text ?? url, url }
    })
}
