/** A strict XML reader for tests. It does not support comments, CDATA and document types, which the feeds never use. */

export interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Parses XML. @throws {Error} If the text is not well-formed or contains a character that XML 1.0 forbids. */
export function readXml(xml: string): Element {
  if (!xml.startsWith(declaration)) throw new Error('No declaration')
  if (/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(xml)) throw new Error('No character of XML')
  const document: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [document]
  for (const [token] of xml.slice(declaration.length).matchAll(/<[^>]*>|[^<]+|</g)) take(token, open)
  const [root, ...more] = document.children
  if (open.length !== 1 || !root || more.length > 0 || document.text.trim() !== '') throw new Error('Not one element')
  return root
}

function take(token: string, open: Element[]): void {
  const around = open.at(-1)!
  if (!token.startsWith('<')) {
    around.text += unescape(token)
    return
  }
  const end = /^<\/([\w:]+)>$/.exec(token)
  if (end) {
    if (open.length === 1 || around.name !== end[1]) throw new Error(`${token} ends ${around.name}`)
    open.pop()
    return
  }
  const start = /^<([\w:]+)((?: [\w:]+="[^"<]*")*)(\/?)>$/.exec(token)
  if (!start) throw new Error(`Not well-formed: ${token}`)
  const [, name = '', written = '', isEmpty] = start
  const pairs = [...written.matchAll(/ ([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, unescape(value)])
  const element = { name, attributes: Object.fromEntries(pairs), children: [], text: '' }
  if (Object.keys(element.attributes).length < pairs.length) throw new Error(`Twice the same: ${token}`)
  around.children.push(element)
  if (!isEmpty) open.push(element)
}

/** Replaces the entities of a text. @throws {Error} If it has an `&` that does not start one of them. */
export function unescape(text: string): string {
  return text.replaceAll(/&([^;]*);?/g, (whole, name: string) => {
    const character = entities[name]
    if (character === undefined || !whole.endsWith(';')) throw new Error(`Unknown: ${whole}`)
    return character
  })
}

export function all({ children }: Element, name: string): Element[] {
  return children.filter((child) => child.name === name)
}

/** Returns the only child with this name. @throws {Error} Unless there is exactly one. */
export function one(parent: Element, name: string): Element {
  const [found, ...more] = all(parent, name)
  if (!found || more.length > 0) throw new Error(`${parent.name} has ${more.length + (found ? 1 : 0)} of ${name}`)
  return found
}
