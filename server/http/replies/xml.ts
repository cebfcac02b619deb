import { escapeHtml } from './html.ts'

/** Well-formed XML, which can be inserted into any element. */
export type Xml = string & { readonly xml: unique symbol }

type Attributes = Record<string, string | number | null | undefined>

/** Characters that XML 1.0 does not allow, not even escaped. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

/** Escapes text for use between tags and in quoted attributes. */
function escapeXml(text: string): Xml {
  return escapeHtml(text.replaceAll(forbidden, '')) as Xml
}

/**
 * Writes one element.
 *
 * @param attributes Attributes without a value are left out.
 * @param content Text or elements. `undefined` entries are left out.
 */
export function element(name: string, attributes: Attributes, content: string | (Xml | undefined)[] = []): Xml {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('')
  const inner = typeof content === 'string' ? escapeXml(content) : content.filter(Boolean).join('')
  return (inner === '' ? `<${name}${written}/>` : `<${name}${written}>${inner}</${name}>`) as Xml
}

export function textElement(name: string, text: string | number): Xml {
  return element(name, {}, String(text))
}

export function xmlDocument(root: Xml): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n`
}
