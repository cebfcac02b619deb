import { escapeHtml } from '../../../http/replies/html.ts'

/** A piece of XML, whole: nothing in it ends what stands around it. */
export type Xml = string & { readonly xml: unique symbol }

type Attributes = Record<string, string | number | null | undefined>

/** What XML 1.0 cannot hold, however it is written. */
const unholdable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Text as it may stand between tags and in quoted attributes. */
export function escapeXml(text: string): Xml {
  return escapeHtml(text.replaceAll(unholdable, '')) as Xml
}

/**
 * One element.
 *
 * @param attributes Without those that have no value.
 * @param content Text, or elements; `undefined` among them are left out.
 */
export function element(name: string, attributes: Attributes, content: string | (Xml | undefined)[] = []): Xml {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('')
  const inner = typeof content === 'string' ? escapeXml(content) : content.filter(Boolean).join('')
  return (inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`) as Xml
}

/** The text, in an element of its own. */
export function textElement(name: string, text: string | number): Xml {
  return element(name, {}, String(text))
}

export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}
