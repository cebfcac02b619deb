import type { Branding } from '../../contract/site/branding.ts'
import { defaultsFor, isDefaultName } from '../../contract/site/default-branding.ts'

const written = JSON.parse(document.getElementById('branding')?.textContent ?? '{}') as Partial<Site>

interface Site extends Branding {
  /** Whether the operator has written a contact page. Without one, no page links to it. */
  hasContact: boolean
}

/**
 * How this site presents itself. The server writes what differs from the defaults into the page, so that it is known
 * before the first paint.
 */
export const site: Site = { ...defaultsFor(written.siteName), hasContact: false, ...written }

/** Whether the pages say that the site is in alpha. A site with a name of its own is not. */
export function isInAlpha(): boolean {
  return isDefaultName(site.siteName)
}

/** Returns the props with which links to other sites open in a new tab. */
export function linkTarget(url: string) {
  return url.startsWith('/') ? {} : { target: '_blank', rel: 'noopener' }
}
