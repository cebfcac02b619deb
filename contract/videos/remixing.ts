import * as z from 'zod/mini'

/** Remixes in a row: a clip that is as many away from one that is no remix cannot be remixed. */
export const REMIX_DEPTH_MAX = 64

/** Who may remix a clip. `following`: people whom its creator follows. */
export const remixPolicies = ['everyone', 'following', 'nobody'] as const
export type RemixPolicy = (typeof remixPolicies)[number]

export const RemixPolicy = z.enum(remixPolicies, 'Please choose who may remix this')

/** By SPDX. */
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

export const License = z.enum(licenseIds, 'Please choose one of the licences')

/** It allows no remixes: a clip under it is open to nobody's, whatever else is asked for. */
export const NO_DERIVATIVES: License = 'CC-BY-ND-4.0'
