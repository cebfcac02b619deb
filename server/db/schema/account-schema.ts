import type { Generated, JSONColumnType } from 'kysely'
import type { AccountEventKind, SignInMethod } from '../../../contract/account/account.ts'
import type { Timestamp } from './schema.ts'

/** The tables of how people sign in, come back and leave. */

export interface TokensTable {
  /** SHA-256 of what somebody holds. */
  hash: Buffer
  userId: string | null
  purpose: 'claim' | 'verify' | 'change-email' | 'undo-email' | 'reset' | 'passkey'
  email: string | null
  /** Of a reset: whether it asks for no recovery code. */
  withoutCode: Generated<boolean>
  madeAt: Timestamp
  expiresAt: string
}

export interface PasskeysTable {
  /** As the authenticator names it, in base64url. */
  credentialId: string
  /** What lists call it. */
  id: Generated<string>
  userId: string
  /** In COSE form. */
  publicKey: Buffer
  counter: number
  transports: Generated<string[]>
  /** The host that it was made for. */
  rpId: string
  name: string
  isBackedUp: Generated<boolean>
  createdAt: Timestamp
  usedAt: string | null
}

export interface RecoveryCodesTable {
  /** SHA-256 of 120 random bits. */
  hash: Buffer
  userId: string
}

export interface RetiredAccountsTable {
  userNumber: number
  /** SHA-256. */
  usernameDigest: Buffer | null
  /** SHA-256, of who left while suspended. */
  emailDigest: Buffer | null
  /** May be 'infinity'. */
  blockedUntil: string | null
}

export interface EmailChangesTable {
  id: Generated<string>
  userId: string
  /** The new one. */
  email: string
  askedAt: Timestamp
  /** What it was; null until it is changed. */
  former: string | null
  formerIsProven: Generated<boolean>
  doneAt: string | null
}

export interface AccountEventsTable {
  id: Generated<string>
  userId: string
  kind: AccountEventKind
  detail: string | null
  at: Timestamp
  seenAt: string | null
}

export interface SessionsTable {
  sid: string
  sess: JSONColumnType<Record<string, unknown>>
  expire: string
  userId: string | null
  confirmedAt: Timestamp
  /** What lists call it: never its key. */
  id: Generated<string>
  createdAt: Timestamp
  usedAt: Timestamp
  /** 'Firefox on Linux' */
  browser: string | null
  method: Generated<SignInMethod>
  isEasyToGuess: Generated<boolean>
}

export interface JoinRequestsTable {
  userId: string
  /** Null for those who never said one. */
  reason: string | null
  askedAt: Timestamp
  /** Why they were not let in. */
  answer: string | null
  answeredAt: string | null
}
