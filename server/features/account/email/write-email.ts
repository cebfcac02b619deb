import { sql } from 'kysely'
import { maySignIn } from '../../../access/account-status.ts'
import type { Db } from '../../../db/connect.ts'
import { issueResetLink, issueToken } from '../../../identity/tokens.ts'
import type { EmailCause } from '../../../jobs/queues.ts'
import { undoableEvents } from '../../../identity/take-account-back.ts'
import { accountEventEmail } from './account-event-email.ts'
import { decisionEmail } from './decision-email.ts'
import * as texts from './email-texts.ts'

/**
 * An e-mail ready to be sent. An empty line separates the paragraphs of `text`. A link paragraph consists of a label, a
 * colon, and the address on the next line.
 */
export interface EmailMessage {
  to: string
  subject: string
  text: string
}

/** Subject and text of an e-mail. */
export type EmailText = Omit<EmailMessage, 'to'>

/**
 * Writes an e-mail from the present state of the database. Returns `undefined` if the e-mail is no longer needed, for
 * example because its addressee is gone.
 */
export async function writeEmail(tx: Db, publicUrl: string, cause: EmailCause): Promise<EmailMessage | undefined> {
  switch (cause.kind) {
    case 'account-event':
      return writeAccountEvent(tx, publicUrl, cause.eventId)
    case 'decision':
      return writeDecision(tx, publicUrl, cause.decisionId)
    case 'verify':
      return writeVerify(tx, publicUrl, cause.userId)
    case 'registration-approved':
      return writeApproval(tx, publicUrl, cause.userId)
    case 'registration-rejected':
      return writeRejection(tx, publicUrl, cause.userId)
    case 'change-email':
      return writeChangeEmail(tx, publicUrl, cause.changeId)
    case 'undo-email':
      return writeUndoEmail(tx, publicUrl, cause.changeId)
    case 'password-reset':
      return writePasswordReset(tx, publicUrl, cause.email)
  }
}

/** Maximum number of account events within an hour about which an unverified address receives an e-mail. */
const UNVERIFIED_MAX = 10

async function writeAccountEvent(tx: Db, publicUrl: string, eventId: string): Promise<EmailMessage | undefined> {
  const event = await tx.selectFrom('accountEvents').selectAll().where('id', '=', eventId).executeTakeFirst()
  const person = event && (await findAddressee(tx, event.userId))
  if (!person) return undefined
  // The address may be a stranger's, whom the account's owner could otherwise flood with e-mails.
  if (!person.isProven && (await countEventsBefore(tx, event)) >= UNVERIFIED_MAX) return undefined
  // An unverified address gets no text that another person chose: a passkey's name could be an advertisement.
  const detail = person.isProven ? event.detail : null
  const { userId, at } = event
  const isUndoable = person.isProven && undoableEvents.includes(event.kind)
  const undoLink = isUndoable ? await issueUndoLink(tx, publicUrl, { userId, email: person.email, changedAt: at }) : ''
  return { to: person.email, ...accountEventEmail({ ...event, detail }, publicUrl, undoLink) }
}

/** Counts an account's events in the hour before an event. */
async function countEventsBefore(tx: Db, { userId, at }: { userId: string; at: string }): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from account_events
    where user_id = ${userId} and at < ${at} and at > ${at}::timestamptz - interval '1 hour'`.execute(tx)
  return rows[0]!.count
}

/** Writes the e-mail about the present state of a decision. Its only typed text is that of a rule added by an admin. */
async function writeDecision(tx: Db, publicUrl: string, decisionId: string): Promise<EmailMessage | undefined> {
  const decision = await findDecision(tx, decisionId)
  const person = decision?.personId ? await findAddressee(tx, decision.personId) : undefined
  return decision && person && { to: person.email, ...decisionEmail(decision, publicUrl) }
}

export type EmailedDecision = NonNullable<Awaited<ReturnType<typeof findDecision>>>

function findDecision(tx: Db, id: string) {
  return tx
    .selectFrom('decisions')
    .innerJoin('cases', 'cases.id', 'caseId')
    .select(['measure', 'rule', 'ruleTitle', 'ruleText', 'decisions.state', 'outcome', 'cases.kind'])
    .select('decisions.personId')
    .where('decisions.id', '=', id)
    .executeTakeFirst()
}

async function writeVerify(tx: Db, publicUrl: string, userId: string): Promise<EmailMessage | undefined> {
  const person = await findAddressee(tx, userId)
  if (!person || person.isProven) return undefined
  const token = await issueToken(tx, 'verify', { userId, email: person.email })
  return { to: person.email, ...texts.verificationEmail(`${publicUrl}/auth/email#verify.${token}`, publicUrl) }
}

async function writeApproval(tx: Db, publicUrl: string, userId: string): Promise<EmailMessage | undefined> {
  const person = await findAddressee(tx, userId)
  return person && { to: person.email, ...texts.registrationApprovedEmail(publicUrl) }
}

/** Returns `undefined` if a new request or an approval has replaced the rejection. */
async function writeRejection(tx: Db, publicUrl: string, userId: string): Promise<EmailMessage | undefined> {
  const person = await findAddressee(tx, userId)
  const request = await tx.selectFrom('joinRequests').select('answer').where('userId', '=', userId).executeTakeFirst()
  return person && request?.answer ? { to: person.email, ...texts.registrationRejectedEmail(publicUrl) } : undefined
}

/** Writes to the new address. If another account has that address, the e-mail says that a person tried to use it. */
async function writeChangeEmail(tx: Db, publicUrl: string, changeId: string): Promise<EmailMessage | undefined> {
  const change = await findChange(tx, changeId)
  if (!change || change.doneAt) return undefined
  const { userId, email } = change
  const other = await tx.selectFrom('users').select('isSample').where('email', '=', email).executeTakeFirst()
  if (other) return other.isSample ? undefined : { to: email, ...texts.takenAddressEmail(publicUrl) }
  const token = await issueToken(tx, 'change-email', { userId, email })
  return { to: email, ...texts.changeAddressEmail(`${publicUrl}/auth/email#change.${token}`, publicUrl) }
}

/** Writes to the former address. An unverified address may be a stranger's, so it gets no undo link. */
async function writeUndoEmail(tx: Db, publicUrl: string, changeId: string): Promise<EmailMessage | undefined> {
  const change = await findChange(tx, changeId)
  if (!change?.former) return undefined
  const { userId, former, formerIsProven, doneAt } = change
  if (!formerIsProven || !doneAt) return { to: former, ...texts.leftAddressEmail(publicUrl) }
  const link = await issueUndoLink(tx, publicUrl, { userId, email: former, changedAt: doneAt })
  return { to: former, ...texts.undoAddressEmail(link, publicUrl) }
}

/**
 * Issues a link that undoes a change, valid until seven days after the change. Only the owner of a verified address
 * gets one.
 */
async function issueUndoLink(
  tx: Db,
  publicUrl: string,
  change: { userId: string; email: string; changedAt: string },
): Promise<string> {
  return `${publicUrl}/auth/email#undo.${await issueToken(tx, 'undo-email', change)}`
}

function findChange(tx: Db, id: string) {
  return tx.selectFrom('emailChanges').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Writes an e-mail with a reset link to the address of an account. A verified address that an account gave up within
 * the last seven days gets a link for taking that account back instead. An account whose deletion is due counts as gone.
 * Returns `undefined` for any other address.
 */
async function writePasswordReset(tx: Db, publicUrl: string, email: string): Promise<EmailMessage | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from users where email = ${email} and not is_sample and ${maySignIn}`.execute(tx)
  if (!rows[0]) return writeUndoToFormer(tx, publicUrl, email)
  const link = await issueResetLink(tx, publicUrl, { userId: rows[0].id, email })
  return { to: email, ...texts.passwordResetEmail(link, publicUrl) }
}

async function writeUndoToFormer(tx: Db, publicUrl: string, email: string): Promise<EmailMessage | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from email_changes where former = ${email} and former_is_proven and done_at > now() - interval '7 days'
    order by done_at limit 1`.execute(tx)
  return rows[0] && writeUndoEmail(tx, publicUrl, rows[0].id)
}

/** Finds the addressee, and whether their address is verified. Sample accounts get no e-mail. */
async function findAddressee(tx: Db, userId: string) {
  const row = await tx
    .selectFrom('users')
    .select(['email', 'emailVerifiedAt'])
    .where('id', '=', userId)
    .where('isSample', '=', false)
    .executeTakeFirst()
  return row && { email: row.email, isProven: row.emailVerifiedAt !== null }
}
