import type { Branding } from '../../contract/site/branding.ts'
import { defaultsFor, isDefaultName } from '../../contract/site/default-branding.ts'

const written = JSON.parse(document.getElementById('branding')?.textContent ?? '{}') as Partial<Site>

interface Site extends Branding {
  /** Whether the operator has written a contact page. Without one, no page links to it. */
  hasContact: boolean
}

/**
 * The site's name, icon, texts and links. The server writes the settings that differ from the defaults into the page.
 * They are then known before the first paint.
 */
export const site: Site = { ...defaultsFor(written.siteName), hasContact: false, ...written }

/** Whether the pages say that the site is in alpha. Sites with a name of their own do not. */
export function isInAlpha(): boolean {
  return isDefaultName(site.siteName)
}

/** Returns the props that make links to other sites open in a new tab. */
export function linkTarget(url: string) {
  return url.startsWith('/') ? {} : { target: '_blank', rel: 'noopener' }
}
