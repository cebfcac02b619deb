import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { Deps } from '../../../setup/deps.ts'
import { emailTaken } from '../../social/profiles/users.queries.ts'
import { isKeptEmail } from '../../social/profiles/kept-emails.ts'
import { isBlockedEmail } from '../../social/profiles/retired-accounts.ts'
import { tellAccount } from '../settings/tell-account.ts'
import { sendLetter } from '../email/send-letter.ts'
import { requireLiveSession } from '../../../identity/end-sessions.ts'

type EmailDeps = Pick<Deps, 'db' | 'jobs' | 'config' | 'limits'>

interface AddressChange {
  userId: string
  /** The session that asks for it. */
  sessionKey: string
  /** The new address. */
  email: string
}

/**
 * Changes somebody's address, where the site sends letters once they have opened the link that goes there. Does the same
 * for an address that another account has: its letter says that somebody tried, and nobody else learns of it.
 *
 * @throws {AppError} EMAIL_TAKEN where no letter is sent, as registering does; RATE_LIMITED.
 */
export async function askForChange(deps: EmailDeps, { userId, sessionKey, email }: AddressChange): Promise<void> {
  const { db, limits, config } = deps
  await limits.take('account-email-changes', userId)
  if (!config.mail) return changeNow(deps, { userId, sessionKey, email })
  const isTooMany = (await limits.count('account-change-letters', digestOf(email))) > 0
  await db.transaction().execute(async (tx) => {
    // Also who is at it in another tab.
    const { email: current } = await lockEmail(tx, userId)
    await requireLiveSession(tx, sessionKey)
    await tx.deleteFrom('emailChanges').where('userId', '=', userId).where('doneAt', 'is', null).execute()
    await tx.deleteFrom('tokens').where('userId', '=', userId).where('purpose', '=', 'change-email').execute()
    if (email === current) return
    const { id } = await tx
      .insertInto('emailChanges')
      .values({ userId, email })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (!isTooMany) await sendLetter(tx, deps, { kind: 'change-email', changeId: id })
  })
}

/** The letter by which somebody proves the address that they have, if they have not yet. Too many are none, silently. */
export async function sendVerification(deps: EmailDeps, userId: string): Promise<void> {
  const { db, limits, config } = deps
  if (!config.mail) return
  const { email, emailVerifiedAt } = await db
    .selectFrom('users')
    .select(['email', 'emailVerifiedAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (emailVerifiedAt || (await limits.count('account-verify-letters', digestOf(email))) > 0) return
  await sendLetter(db, deps, { kind: 'verify', userId })
}

/** Nobody can prove anything here: the new address is as good as the one before. */
async function changeNow(deps: EmailDeps, { userId, sessionKey, email }: AddressChange): Promise<void> {
  await deps.db
    .transaction()
    .execute(async (tx) => {
      const { email: current } = await lockEmail(tx, userId)
      await requireLiveSession(tx, sessionKey)
      if (email === current) return
      await refuseBlocked(tx, userId, email)
      await tx
        .updateTable('users')
        .set({ email, emailVerifiedAt: null, updatedAt: sql`now()` })
        .where('id', '=', userId)
        .execute()
      await tellAccount(tx, deps, { userId, kind: 'email-changed' })
    })
    .catch(refuseTaken)
}

/**
 * Has changes of one person's address wait for each other, and for whatever refers to the person just now: an address is
 * a key, and who has the weaker lock first may never get the one that changing it takes.
 */
export function lockEmail(tx: Db, userId: string): Promise<{ email: string; emailVerifiedAt: string | null }> {
  return tx
    .selectFrom('users')
    .select(['email', 'emailVerifiedAt'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** @throws {AppError} EMAIL_TAKEN where that is why; anything else as it is. */
export function refuseTaken(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code !== '23505' || constraint !== 'users_email_key') throw error
  throw emailTaken()
}

/**
 * @throws {AppError} EMAIL_TAKEN, as registering does: for the address of who left while they were suspended, and for one
 *   that somebody else may go back to.
 */
export async function refuseBlocked(tx: Db, userId: string, email: string): Promise<void> {
  if ((await isBlockedEmail(tx, email)) || (await isKeptEmail(tx, email, userId))) throw emailTaken()
}

function digestOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url')
}
