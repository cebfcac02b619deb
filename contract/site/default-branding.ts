import type { Branding } from './branding.ts'

/** A module of its own, because every page loads it. */
export const defaultBranding: Branding = {
  siteName: 'Reverie',
}
