import * as z from 'zod/mini'
import { Count, Timestamp } from '../fields.ts'
import { PublicUser } from '../social/profiles.ts'

export const roles = ['member', 'moderator', 'admin'] as const
export const Role = z.enum(roles)
export type Role = z.output<typeof Role>

/**
 * The status of an account. `restricted`: it can read but not create or change anything. `suspended`: it is also
 * hidden. `waiting`: it awaits approval. `leaving`: it is hidden until its deletion. The owner can cancel the deletion,
 * unless an admin scheduled it.
 */
export const AccountStatus = z.enum(['active', 'restricted', 'suspended', 'waiting', 'leaving'])
export type AccountStatus = z.output<typeof AccountStatus>

/** The caller's own record, as only they see it. */
export const OwnUser = z.extend(PublicUser, {
  userNumber: z.int(),
  role: Role,
  standing: AccountStatus,
  /** Number of decisions about the account that its owner has not read. */
  unseenDecisions: Count,
  /** Number of account events that the owner has not seen. */
  unseenEvents: Count,
  email: z.string(),
  firstName: z.nullable(z.string()),
  lastName: z.nullable(z.string()),
  profileImageUrl: z.nullable(z.string()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type OwnUser = z.output<typeof OwnUser>
