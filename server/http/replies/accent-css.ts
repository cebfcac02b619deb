import { accentShades, type Theme } from '../../../contract/site/accent.ts'

let last: { chosen: string; css: string } | undefined

/**
 * Returns the rules that replace the default accent of web/ui/styles/colours.css. They work anywhere in the page, and
 * contain no character that HTML would escape.
 *
 * @param chosen `#rrggbb`.
 */
export function accentCss(chosen: string): string {
  if (last?.chosen !== chosen) {
    const css =
      `html:root,html [data-theme=dark]{${rulesOf(chosen, 'dark')}}` +
      `html:root[data-theme=light]{${rulesOf(chosen, 'light')}}`
    last = { chosen, css }
  }
  return last.css
}

function rulesOf(chosen: string, theme: Theme): string {
  const { accent, accentStrong, onAccent, accentInk } = accentShades(chosen, theme)
  return `--accent:${accent};--accent-strong:${accentStrong};--on-accent:${onAccent};--accent-ink:${accentInk}`
}
