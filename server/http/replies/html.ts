const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for use between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

/** Characters that could open or close elements in HTML, and two separators that end a line in older scripts. */
const unsafeInScript = /[<>&\u2028\u2029]/g

/** Serialises `data` for a script element that contains data: nothing in the JSON can end the element. */
export function scriptJson(data: unknown): string {
  return JSON.stringify(data).replaceAll(
    unsafeInScript,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Replaces each `{{name}}` of a page. `values` are text. */
export function fillPage(page: string, values: Record<string, string>): string {
  return page.replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => escapeHtml(values[name] ?? ''))
}

const defaultIcons = / href="(?:\/favicon\.svg" type="image\/svg\+xml|\/apple-touch-icon\.png)"/g

/** Replaces the icons of a page by the WebP picture at an address. */
export function withIcon(page: string, address: string): string {
  return page.replaceAll(defaultIcons, () => ` href="${address}" type="image/webp"`)
}
