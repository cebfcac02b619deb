import { accentShades } from '../../../../contract/site/accent.ts'
import { escapeHtml } from '../../../http/replies/html.ts'

/** A link paragraph of an e-mail: a label, and the address on the next line. */
const LINK = /^(.+):\n(https?:\/\/\S+)$/

/**
 * Returns the HTML version of an e-mail. Each paragraph of `text` is one paragraph here. A link becomes a button with
 * its address below. Both of the reader's colour schemes are supported, and no resource is loaded.
 *
 * @param accentColour The site's own accent, as `#rrggbb`.
 */
export function htmlOf(subject: string, text: string, accentColour: string | null): string {
  const [light, dark] = buttonColours(accentColour)
  const paragraphs = text.split('\n\n').map((paragraph) => {
    const [, label, href] = LINK.exec(paragraph) ?? []
    if (!label || !href) return `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`
    const link = escapeHtml(href)
    return `<p><a class="button" href="${link}">${escapeHtml(label)}</a></p>
<p class="small">${link}</p>`
  })
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title><style>
:root { color-scheme: light dark }
body { margin: 0; padding: 32px 20px; background: #fff; color: #1d1b20; font: 16px/1.5 system-ui, sans-serif }
main { max-width: 34em; margin: 0 auto }
p { margin: 0 0 1.2em; overflow-wrap: anywhere }
.button { display: inline-block; padding: 12px 20px; border-radius: 10px; ${light}; text-decoration: none; font-weight: 600 }
.small { font-size: 13px; opacity: .75 }
@media (prefers-color-scheme: dark) { body { background: #131217; color: #eceaf2 } .button { ${dark} } }
</style></head><body><main>
${paragraphs.join('\n')}
</main></body></html>`
}

/** Returns the style of buttons in the light and the dark scheme. */
function buttonColours(accentColour: string | null): [light: string, dark: string] {
  if (!accentColour) return ['background: #5b3fd6; color: #fff', 'background: #b9a8ff; color: #17141f']
  const { accent, onAccent } = accentShades(accentColour, 'light')
  const dark = accentShades(accentColour, 'dark')
  return [`background: ${accent}; color: ${onAccent}`, `background: ${dark.accent}; color: ${dark.onAccent}`]
}
