import type { Branding } from '../../contract/site/branding.ts'
import { defaultBranding } from '../../contract/site/default-branding.ts'

/**
 * How this site presents itself. The server writes what differs from the defaults into the page, so that it is known
 * before the first paint.
 */
export const site: Branding = {
  ...defaultBranding,
  ...(JSON.parse(document.getElementById('branding')?.textContent ?? '{}') as Partial<Branding>),
}

/** Returns the props with which links to other sites open in a new tab. */
export function linkTarget(url: string) {
  return url.startsWith('/') ? {} : { target: '_blank', rel: 'noopener' }
}
