import type { Branding } from '../../contract/site/branding.ts'
import { defaultsFor, isDefaultName } from '../../contract/site/default-branding.ts'

const written = JSON.parse(document.getElementById('branding')?.textContent ?? '{}') as Partial<Branding>

/**
 * How this site presents itself. The server writes what differs from the defaults into the page, so that it is known
 * before the first paint.
 */
export const site: Branding = { ...defaultsFor(written.siteName), ...written }

/** Whether the pages say that the site is in alpha. A site with a name of its own is not. */
export function isInAlpha(): boolean {
  return isDefaultName(site.siteName)
}

/** Returns the props with which links to other sites open in a new tab. */
export function linkTarget(url: string) {
  return url.startsWith('/') ? {} : { target: '_blank', rel: 'noopener' }
}
