import * as z from 'zod/mini'
import { Id, isVisible, text } from './fields.ts'

export const PARENTS_MAX_COUNT = 4
export const THANKS_MAX_LENGTH = 200
/** Remixes in a row: a clip that is as many away from one that is no remix cannot be remixed. */
export const REMIX_DEPTH_MAX = 64

/** Who may remix a clip, and what people read. `following`: people whom its creator follows. */
export const remixPolicyLabels = {
  everyone: 'Everyone',
  following: 'People I follow',
  nobody: 'Nobody',
} as const
export type RemixPolicy = keyof typeof remixPolicyLabels
export const remixPolicies = Object.keys(remixPolicyLabels) as [RemixPolicy, ...RemixPolicy[]]

export const RemixPolicy = z.enum(remixPolicies, 'Please choose who may remix this')

/** By SPDX: what people read, and where the licence stands. */
export const licenses = {
  'CC0-1.0': { label: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
  'CC-BY-4.0': { label: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  'CC-BY-SA-4.0': { label: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' },
  'CC-BY-NC-4.0': { label: 'CC BY-NC 4.0', url: 'https://creativecommons.org/licenses/by-nc/4.0/' },
  'CC-BY-NC-SA-4.0': { label: 'CC BY-NC-SA 4.0', url: 'https://creativecommons.org/licenses/by-nc-sa/4.0/' },
  'CC-BY-ND-4.0': { label: 'CC BY-ND 4.0', url: 'https://creativecommons.org/licenses/by-nd/4.0/' },
  'LicenseRef-all-rights-reserved': { label: 'All rights reserved', url: null },
} as const
export type License = keyof typeof licenses
export const licenseIds = Object.keys(licenses) as [License, ...License[]]

export const License = z.enum(licenseIds, 'Please choose one of the licences')

/** It allows no remixes: a clip under it is open to nobody's, whatever else is asked for. */
export const NO_DERIVATIVES: License = 'CC-BY-ND-4.0'

/** What nobody can see is none. */
const Thanks = z.pipe(
  text(THANKS_MAX_LENGTH, 'Thanks must be 200 characters or less'),
  z.transform((typed: string) => (isVisible(typed) ? typed.trim() : null)),
)

/** A clip that somebody made theirs from, and a sentence of thanks to its creator. */
export const ParentRef = z.strictObject({ videoId: Id, thanks: z.optional(z.nullable(Thanks)) })
export type ParentRef = z.output<typeof ParentRef>

/** The first is the one that it was made from most. */
export const Parents = z
  .array(ParentRef)
  .check(
    z.maxLength(PARENTS_MAX_COUNT, 'Please name at most 4 clips'),
    z.refine(namesEachOnce, 'Please name each clip once'),
  )

function namesEachOnce(parents: ParentRef[]): boolean {
  return new Set(parents.map(({ videoId }) => videoId)).size === parents.length
}
