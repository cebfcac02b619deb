/** Maximum length of a chain of remixes. */
export const REMIX_DEPTH_MAX = 64

/** The people who may remix a clip besides its creator. `following`: those whom its creator follows. */
export const remixPolicies = ['everyone', 'following', 'nobody'] as const
export type RemixPolicy = (typeof remixPolicies)[number]

/** SPDX identifiers. */
export const licenseIds = [
  'CC0-1.0',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'CC-BY-NC-4.0',
  'CC-BY-NC-SA-4.0',
  'CC-BY-ND-4.0',
  'LicenseRef-all-rights-reserved',
] as const
export type License = (typeof licenseIds)[number]

/** A licence without derivatives. Only the creator can remix a clip under it. */
export const NO_DERIVATIVES: License = 'CC-BY-ND-4.0'
