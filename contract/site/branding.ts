import * as z from 'zod/mini'
import { visibleText } from '../fields.ts'

/** How the site presents itself to everyone. Pages get it with their HTML. */

export const SITE_NAME_MAX_LENGTH = 40

/** The site's name, on one line. */
const SiteName = z.pipe(
  z.pipe(
    z.string('Please enter the site’s name'),
    z.transform((typed: string) => typed.replaceAll(/[\s\p{Cc}]+/gu, ' ')),
  ),
  visibleText(SITE_NAME_MAX_LENGTH, {
    tooLong: ({ input }) =>
      `The site name has ${String(input).length} characters. Please use at most ${SITE_NAME_MAX_LENGTH}.`,
    missing: 'The site name is empty. Please enter a name.',
  }),
)

export const Branding = z.object({
  siteName: z.string(),
})
export type Branding = z.output<typeof Branding>

export const BrandingChange = z.object({
  siteName: SiteName,
})
