import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { EmailOutcome } from '../../../../contract/account/email-address.ts'
import type { Db } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/repeat-after-deadlock.ts'
import { AppError } from '../../../errors/app-error.ts'
import { proveAddress } from '../../../identity/prove-address.ts'
import { emitSessionsEnded } from '../../../identity/end-sessions.ts'
import { findToken, consumeToken } from '../../../identity/tokens.ts'
import type { Deps } from '../../../setup/deps.ts'
import { recordAccountEvent } from '../settings/account-events.queries.ts'
import { sendEmail } from '../email/send-email.ts'
import { deleteLaterChanges, takeAccountBack } from '../../../identity/take-account-back.ts'
import { refuseReservedEmail, refuseTakenEmail } from '../users/taken-emails.ts'
import { lockAccount, type LockedAccount } from '../settings/account.queries.ts'

type TokenDeps = Pick<Deps, 'db' | 'jobs' | 'config' | 'signals' | 'passwords'>

/** The caller that opens the link. */
interface Opener {
  /** `undefined` for a visitor. */
  userId: string | undefined
  session: string
}

/**
 * Performs the action of an e-mail's link, and consumes its token.
 *
 * @throws {AppError} NOT_FOUND for a link that was used, has expired or never existed.
 * @throws {AppError} NOT_FOUND for a link about an address that the account no longer has.
 * @throws {AppError} EMAIL_TAKEN if another account has got the address since.
 */
export async function useEmailToken(deps: TokenDeps, token: string, opener: Opener): Promise<EmailOutcome> {
  for (const { purpose, outcome, prepare } of actions) {
    const found = await findToken(deps.db, purpose, token)
    if (!found?.userId || !found.email) continue
    const [userId, email] = [found.userId, found.email]
    const except = opener.userId === userId ? { except: opener.session } : {}
    const act = await prepare(deps)
    const ended = await inTransaction(deps.db, async (tx) => {
      // Lock order: the account first, then tokens and sessions, as in every change of sign-in methods.
      const before = await lockAccount(tx, userId)
      const taken = await consumeToken(tx, purpose, token)
      if (!before || !taken) throw invalidLink()
      return act(tx, deps, { userId, email, before, except, changedAt: taken.changedAt ?? taken.madeAt })
    }).catch(refuseTakenEmail)
    emitSessionsEnded(deps.signals, ended)
    return outcome
  }
  throw invalidLink()
}

interface Step {
  userId: string
  /** Address to which the link was sent. */
  email: string
  before: LockedAccount
  except: { except?: string }
  /** Time of the change that an undo link reverts. */
  changedAt: string
}

/** @returns The keys of the sessions that ended. */
type Act = (tx: Db, deps: TokenDeps, step: Step) => Promise<string[]>

/** The action of each kind of link. `prepare` does the slow work and returns the action for the transaction. */
const actions: {
  purpose: 'verify' | 'change-email' | 'undo-email'
  outcome: EmailOutcome
  prepare: (deps: TokenDeps) => Act | Promise<Act>
}[] = [
  { purpose: 'verify', outcome: 'verified', prepare: () => verify },
  { purpose: 'change-email', outcome: 'changed', prepare: () => change },
  { purpose: 'undo-email', outcome: 'undone', prepare: prepareUndo },
]

/** Hashes the random password of `undo`. In a flood of sign-ins, this may take longer than a transaction may idle. */
async function prepareUndo({ passwords }: TokenDeps): Promise<Act> {
  const passwordHash = await passwords.hash(randomBytes(32).toString('base64url'))
  return (tx, deps, step) => undo(tx, deps, { ...step, passwordHash })
}

/**
 * Gives the account back to the owner of the verified address. The thief knew the password, so a random one replaces
 * it. An e-mail with a link lets the owner choose a new one.
 *
 * The link must have been sent to the account's present address, or to the former address of a recorded change. Other
 * links can exist: taking an account back deletes the records of a thief's addresses. An e-mail that is being written
 * meanwhile may still issue a link to such an address.
 */
async function undo(
  tx: Db,
  deps: TokenDeps,
  { userId, email, before, changedAt, passwordHash }: Step & { passwordHash: string },
): Promise<string[]> {
  const { rows } = await sql`
    select from email_changes where user_id = ${userId} and former = ${email} limit 1`.execute(tx)
  if (email !== before.email && rows.length === 0) throw invalidLink()
  await tx.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute()
  const ended = await takeAccountBack(tx, userId, { email, isProven: true, changedAt })
  await recordAccountEvent(tx, deps, { userId, kind: 'email-change-undone' })
  await sendEmail(tx, deps, { kind: 'password-reset', email })
  return ended
}

async function verify(tx: Db, _deps: TokenDeps, { userId, email, before, except }: Step): Promise<string[]> {
  if (before.email !== email) throw invalidLink()
  return proveAddress(tx, userId, except)
}

async function change(tx: Db, deps: TokenDeps, { userId, email, before, except }: Step): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update email_changes
    set former = ${before.email}, former_is_proven = ${before.emailVerifiedAt !== null}, done_at = now()
    where user_id = ${userId} and email = ${email} and done_at is null
    returning id`.execute(tx)
  const [changed] = rows
  if (!changed) throw invalidLink()
  await sql`update users set email = ${email}, updated_at = now() where id = ${userId}`.execute(tx)
  await refuseReservedEmail(tx, email, userId)
  await recordAccountEvent(tx, deps, { userId, kind: 'email-changed' })
  // If the owner returns to a former address, no undo link is sent. The address that they leave may be a thief's.
  const isBack = (await deleteLaterChanges(tx, userId, email)).length > 0
  if (!isBack) await sendEmail(tx, deps, { kind: 'undo-email', changeId: changed.id })
  return proveAddress(tx, userId, except)
}

function invalidLink(): AppError {
  return new AppError('NOT_FOUND', 'This link was already used, has expired, or was replaced by a newer one.')
}
