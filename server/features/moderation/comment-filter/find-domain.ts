import { toHostname } from '../../../../contract/site/block-lists.ts'
import { dots, undisguise, withSpelledDots } from './find-link.ts'
import { asLatin, foldText } from './fold-text.ts'

const HOST_MAX_LENGTH = 253
/** The lookbehind keeps the search linear in long words. */
const names = /(?<![\p{L}\p{M}\p{N}_-])[\p{L}\p{M}\p{N}_-]+(?:[.．。｡][\p{L}\p{M}\p{N}_-]+)+/gu
const spacedDot = new RegExp(`(?<!\\s)\\s*(?:${dots}|[。｡])\\s*`, 'gu')

/**
 * Whether a text names one of these domains or a subdomain, in upper or lower case, in Unicode or Punycode.
 *
 * @param domains In lower case and in Punycode.
 */
export function namesDomain(text: string, domains: readonly string[]): boolean {
  return domains.length > 0 && isNamedIn([text, withoutEscapes(text), asLatin(foldText(text))], domains)
}

/**
 * Whether a text names one of these domains, possibly in a form that evades filters, such as "example dot com".
 *
 * @param text A short text, such as a comment, because the search takes quadratic time.
 */
export function mayNameDomain(text: string, domains: readonly string[]): boolean {
  if (namesDomain(text, domains)) return true
  if (domains.length === 0) return false
  const forms = undisguise(text).flatMap((form) => [asLatin(form), asLatin(withSpelledDots(form))])
  return isNamedIn([...forms, ...forms.map((form) => form.replaceAll(spacedDot, '.'))], domains)
}

/** Whether a host name is one of these domains or a subdomain. */
export function isWithin(host: string, domains: ReadonlySet<string>): boolean {
  const labels = host.split('.')
  return labels.some((_, first) => domains.has(labels.slice(first).join('.')))
}

function isNamedIn(forms: string[], domains: readonly string[]): boolean {
  const blocked = new Set(domains)
  const found = new Set(forms.flatMap((form) => form.replaceAll(/\p{Cf}/gu, '').match(names) ?? []))
  return [...found]
    .map((name) => name.slice(-HOST_MAX_LENGTH).replaceAll(/^[-_]+|[-_]+$/g, ''))
    .some((name) => isWithin(toHostname(name) ?? '', blocked))
}

/** Replaces escapes such as `%63`, which browsers accept in host names. */
function withoutEscapes(text: string): string {
  return text.replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
