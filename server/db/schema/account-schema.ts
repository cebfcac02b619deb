import type { Generated, JSONColumnType } from 'kysely'
import type { AccountEventKind, SignInMethod } from '../../../contract/account/account.ts'
import type { Timestamp } from './schema.ts'

/** Tables for sign-in, registration, recovery and deletion. */
export interface AccountTables {
  sessions: {
    sid: string
    sess: JSONColumnType<Record<string, unknown>>
    expire: string
    userId: string | null
    confirmedAt: Timestamp
    /** Public identifier; never the key. */
    id: Generated<string>
    createdAt: Timestamp
    usedAt: Timestamp
    /** 'Firefox on Linux' */
    browser: string | null
    method: Generated<SignInMethod>
    isEasyToGuess: Generated<boolean>
  }
  tokens: {
    /** SHA-256 of the secret. */
    hash: Buffer
    userId: string | null
    purpose: 'claim' | 'verify' | 'change-email' | 'undo-email' | 'reset' | 'passkey'
    email: string | null
    /** Whether a reset works without a recovery code. */
    withoutCode: Generated<boolean>
    /** The time of the change that an undo link undoes. Null for other links. */
    changedAt: string | null
    madeAt: Timestamp
    expiresAt: string
  }
  passkeys: {
    /** The authenticator's id for the passkey, in base64url. */
    credentialId: string
    /** The id that the API uses. */
    id: Generated<string>
    userId: string
    /** COSE-encoded. */
    publicKey: Buffer
    counter: number
    transports: Generated<string[]>
    /** The host that the passkey was created for. */
    rpId: string
    name: string
    isBackedUp: Generated<boolean>
    createdAt: Timestamp
    usedAt: string | null
  }
  recoveryCodes: {
    /** SHA-256 of 120 random bits. */
    hash: Buffer
    userId: string
    madeAt: Timestamp
  }
  /** Recovery codes that were replaced by newer codes. They become valid again if the replacement is undone. */
  voidedRecoveryCodes: {
    hash: Buffer
    userId: string
    madeAt: string
    voidedAt: Timestamp
  }
  retiredAccounts: {
    userNumber: number
    /** SHA-256. */
    usernameDigest: Buffer | null
    /** SHA-256, for accounts that were deleted while suspended. */
    emailDigest: Buffer | null
    /** May be 'infinity'. */
    blockedUntil: string | null
  }
  accountEvents: {
    id: Generated<string>
    userId: string
    kind: AccountEventKind
    detail: string | null
    at: Timestamp
    seenAt: string | null
  }
  emailChanges: {
    id: Generated<string>
    userId: string
    /** The new address. */
    email: string
    askedAt: Timestamp
    /** The former address; null until the change. */
    former: string | null
    formerIsProven: Generated<boolean>
    doneAt: string | null
  }
  joinRequests: {
    userId: string
    /** Null if none was given. */
    reason: string | null
    askedAt: Timestamp
    /** The reason for a rejection. */
    answer: string | null
    answeredAt: string | null
  }
  invitations: {
    id: Generated<string>
    /** SHA-256 of the secret. */
    hash: Buffer
    note: string | null
    maxUses: number
    /** Includes accounts that have been deleted since. */
    usesCount: Generated<number>
    createdBy: string | null
    createdAt: Timestamp
    expiresAt: string | null
    revokedAt: string | null
  }
  invitedUsers: { userId: string; invitationId: string }
}
