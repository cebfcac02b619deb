import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/repeat-after-deadlock.ts'
import { invalidField } from '../../../errors/app-error.ts'
import type { Deps } from '../../../setup/deps.ts'
import { lockWithOwnerOf } from '../users/lock-with-owner-of.ts'
import { refuseReservedEmail, refuseTakenEmail } from '../users/taken-emails.ts'
import { isWithin } from '../../moderation/comment-filter/find-domain.ts'
import { recordAccountEvent } from '../settings/account-events.queries.ts'
import { lockAccount, type LockedAccount, requireAccount } from '../settings/account.queries.ts'
import { sendEmail } from '../email/send-email.ts'
import { requireLiveSession } from '../../../identity/end-sessions.ts'
import { deleteLaterChanges } from '../../../identity/take-account-back.ts'

type EmailDeps = Pick<Deps, 'db' | 'jobs' | 'config' | 'limits'>

interface AddressChange {
  userId: string
  /** Session that requests the change. */
  sessionKey: string
  /** The new address. */
  email: string
  /** Domains whose addresses are refused. An account may keep its present address. */
  blockedDomains: readonly string[]
}

/**
 * Changes an account's address. On a site that sends e-mail, the change happens when the owner opens the link sent to
 * the new address. The reply is the same if another account has that address, so the caller learns nothing. The e-mail
 * then says that a person tried to use the address.
 *
 * @throws {AppError} EMAIL_TAKEN on a site that sends no e-mail, as in registration; VALIDATION_FAILED; RATE_LIMITED.
 */
export async function requestChange(
  deps: EmailDeps,
  { userId, sessionKey, email, blockedDomains }: AddressChange,
): Promise<void> {
  const { db, limits, config } = deps
  await limits.take('account-email-changes', userId)
  const isOverLimit = config.mail && (await limits.count('account-change-emails', email)) > 0
  await inTransaction(db, async (tx) => {
    if (!config.mail) await lockWithOwnerOf(tx, userId, sql`email = ${email}`)
    // The lock also makes requests from the owner's other tabs wait.
    const person = await lockAccount(tx, userId)
    await requireLiveSession(tx, sessionKey)
    await tx.deleteFrom('emailChanges').where('userId', '=', userId).where('doneAt', 'is', null).execute()
    await tx.deleteFrom('tokens').where('userId', '=', userId).where('purpose', '=', 'change-email').execute()
    if (!person || email === person.email) return
    refuseBlockedDomain(email, blockedDomains)
    if (!config.mail) return changeNow(tx, deps, person, email)
    const change = { userId, email }
    const { id } = await tx.insertInto('emailChanges').values(change).returning('id').executeTakeFirstOrThrow()
    if (!isOverLimit) await sendEmail(tx, deps, { kind: 'change-email', changeId: id })
  }).catch(refuseTakenEmail)
}

/**
 * Enqueues the e-mail that verifies the account's present address, unless it is already verified. Requests over the
 * limit are silently ignored.
 *
 * @throws {AppError} LOGIN_REQUIRED if the account has since been deleted.
 */
export async function sendVerification(deps: EmailDeps, userId: string): Promise<void> {
  const { db, limits, config } = deps
  if (!config.mail) return
  const person = await db
    .selectFrom('users')
    .select(['email', 'emailVerifiedAt'])
    .where('id', '=', userId)
    .executeTakeFirst()
  const { email, emailVerifiedAt } = requireAccount(person)
  if (emailVerifiedAt || (await limits.count('account-verify-emails', email)) > 0) return
  await sendEmail(db, deps, { kind: 'verify', userId })
}

/**
 * Changes the address at once. Without e-mail no address can be verified, so the new one is as trustworthy as the
 * former.
 */
async function changeNow(tx: Db, deps: EmailDeps, person: LockedAccount, email: string): Promise<void> {
  const { id: userId, email: former, emailVerifiedAt } = person
  await sql`
    update users set email = ${email}, email_verified_at = null, updated_at = now() where id = ${userId}`.execute(tx)
  await refuseReservedEmail(tx, email, userId)
  // The change is stored, because an operator's link restores the former address after a takeover.
  await sql`
    insert into email_changes (user_id, email, former, former_is_proven, done_at)
    values (${userId}, ${email}, ${former}, ${emailVerifiedAt !== null}, now())`.execute(tx)
  await deleteLaterChanges(tx, userId, email)
  await recordAccountEvent(tx, deps, { userId, kind: 'email-changed' })
}

/** Whether an address, in lower case, belongs to one of the domains or their subdomains. */
export function isBlockedDomain(email: string, domains: readonly string[]): boolean {
  return isWithin(email.slice(email.lastIndexOf('@') + 1), new Set(domains))
}

/** @throws {AppError} VALIDATION_FAILED with a message that gives no reason. */
function refuseBlockedDomain(email: string, domains: readonly string[]): void {
  if (!isBlockedDomain(email, domains)) return
  throw invalidField('email', 'This email address can’t be used here. Please try another one.')
}

/** Deletes the rows whose links have expired. */
export function deleteExpiredEmailChanges(db: Db): Promise<unknown> {
  return sql`
    delete from email_changes
    where done_at < now() - interval '7 days' or done_at is null and asked_at < now() - interval '2 days'`.execute(db)
}
