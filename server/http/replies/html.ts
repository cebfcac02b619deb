const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as it may stand between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** Angle brackets and ampersands could end or open something in HTML; the two separators end a line in older scripts. */
const unsafeInScript = /[<>&\u2028\u2029]/g

/** `data` as the content of a script element that holds data: the same JSON, and nothing in it ends the element. */
export function scriptJson(data: unknown): string {
  return JSON.stringify(data).replaceAll(
    unsafeInScript,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Fills in `{{name}}` wherever a page says so. `values` are text. */
export function fillPage(page: string, values: Record<string, string>): string {
  return page.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => escapeHtml(values[name] ?? ''))
}
