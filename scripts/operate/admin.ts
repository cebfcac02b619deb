// `npm run admin`: lets the operator appoint and help staff and members. Works while the site is running.
import '../launch/stop-with-parent.mjs'
import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { Role } from '../../contract/account/users.ts'
import { defaultBranding } from '../../contract/site/default-branding.ts'
import type { Db } from '../../server/db/connect.ts'
import { StartupError } from '../../server/errors/startup-error.ts'
import { undoDecisions } from '../../server/features/moderation/decisions/undo-decisions-of.ts'
import { removeAllPasskeys } from '../../server/features/account/passkeys/remove-passkey.ts'
import { checkEmail } from '../../server/features/account/email/email-texts.ts'
import { MailError, openMailServer } from '../../server/features/account/email/mail-server.ts'
import { makeResetLink } from '../../server/features/account/recovery/reset-link.ts'
import { signOutEverywhere } from '../../server/features/account/settings/account.queries.ts'
import { changeRole } from '../../server/features/site/roles/change-role.ts'
import { issueClaimLink } from '../../server/features/site/roles/claim-site.ts'
import {
  findAccount,
  hasAdmin,
  listStaff,
  shownEmail,
  type StaffMember,
} from '../../server/features/site/roles/staff.queries.ts'
import { readConfig } from '../../server/setup/config.ts'
import { printable } from '../support/printable.ts'
import { openJobs, openSignals, openSite, type Site } from '../support/open-site.ts'
import { readArguments, refuseArguments } from '../support/read-arguments.ts'
import { runCommand } from '../support/run-command.ts'

const USAGE = `
npm run admin                                     create a link that makes the person who opens it an admin
npm run admin -- list                             list admins and moderators
npm run admin -- make NAME_OR_EMAIL [moderator]   make a person an admin, or a moderator
npm run admin -- remove NAME_OR_EMAIL             make them a member again
npm run admin -- reset NAME_OR_EMAIL              create a link for setting a new password
npm run admin -- remove-passkeys NAME_OR_EMAIL    remove lost passkeys, so that they can use their password again
npm run admin -- sign-out NAME_OR_EMAIL           sign them out everywhere
npm run admin -- undo NAME_OR_EMAIL --since 2h    undo their moderation decisions since then (30m, 2h, 1d)
npm run admin -- check-mail ADDRESS               send a test email and print the mail server's reply`

const commands: Record<string, (site: Site, args: string[], since: string) => Promise<string>> = {
  list,
  make,
  remove,
  reset,
  'remove-passkeys': removePasskeys,
  'sign-out': signOut,
  undo,
}

await runCommand(async (stack) => {
  const { values, words } = readArguments(USAGE, { since: { type: 'string' } }, 3)
  const [name, ...args] = words
  const { since = '' } = values
  if (since !== '' && name !== 'undo') refuseArguments(USAGE)
  if (name === 'check-mail') return console.log(await checkMail(args))
  if (name !== undefined && !Object.hasOwn(commands, name)) refuseArguments(USAGE)
  const act = name === undefined ? issueLink : commands[name]!
  console.log(await act(await openSite(readConfig(), stack), args, since))
})

async function issueLink({ db }: Site): Promise<string> {
  return `Sign in and open ${await issueClaimLink(db, readConfig().publicUrl)} (works once, for an hour)`
}

async function list({ db }: Site, args: string[]): Promise<string> {
  if (args.length > 0) throw usageError()
  const staff = await listStaff(db)
  if (staff.length === 0) return 'This site has no admin yet. Run `npm run admin` for a link that makes you one.'
  return staff.map((member) => `${member.role.padEnd(9)}  ${named(member)}`).join('\n')
}

async function make({ db }: Site, [who = '', role = 'admin', ...others]: string[]): Promise<string> {
  const { data: given } = Role.safeParse(role)
  if (!given || given === 'member') throw usageError()
  const account = await getAccount(db, [who, ...others])
  await changeRole(db, { actorId: null, personId: account.id, role: given })
  return `${named(account)} is now ${called(given)}.`
}

async function remove({ db }: Site, args: string[]): Promise<string> {
  const account = await getAccount(db, args)
  await changeRole(db, { actorId: null, personId: account.id, role: 'member' })
  const said = `${named(account)} is now a member.`
  return (await hasAdmin(db)) ? said : `${said} This site has no admin any more. Run \`npm run admin\` to create one.`
}

/** Creates a reset link for a person who has lost every way to sign in. The operator has verified who they are. */
async function reset(site: Site, args: string[]): Promise<string> {
  const { db } = site
  const account = await getAccount(db, args)
  // The person is notified, by e-mail if the site sends any.
  const link = await makeResetLink({ db, jobs: await openJobs(site), config: readConfig() }, null, account.id)
  return `Password reset link for ${named(account)}: ${link} (works once, for 30 minutes). Give it only to them. If someone else got into the account, they can say so on that page.`
}

/** Removes all passkeys of an account. The operator has verified who asked for it. */
async function removePasskeys(site: Site, args: string[]): Promise<string> {
  const { db } = site
  const account = await getAccount(db, args)
  const count = await removeAllPasskeys({ db, jobs: await openJobs(site), config: readConfig() }, account.id)
  return `Removed passkeys of ${named(account)}: ${count}.`
}

async function signOut(site: Site, args: string[]): Promise<string> {
  const { db } = site
  const account = await getAccount(db, args)
  const count = await signOutEverywhere({ db, signals: await openSignals(site) }, account.id)
  return `Ended sessions of ${named(account)}: ${count}.`
}

/**
 * Reverses a moderator's recent decisions, for example after their session was stolen. The output warns if the account
 * is still a moderator.
 */
async function undo(site: Site, args: string[], span: string): Promise<string> {
  const since = startOf(span)
  if (!since) throw usageError()
  const { db } = site
  const account = await getAccount(db, args)
  const signals = await openSignals(site)
  const undone = await undoDecisions({ db, signals }, { byPersonId: account.id, since })
  const appeals = undone.appeals > 0 ? ` Reopened appeals: ${undone.appeals}.` : ''
  const permanent = undone.permanent > 0 ? ` Permanent removals, which stay: ${undone.permanent}.` : ''
  const hint =
    account.role === 'member' ? '' : ` ${account.username ?? 'The account'} is still ${called(account.role)}.`
  return `Reversed decisions of ${named(account)}: ${undone.decisions}.${appeals}${permanent}${hint}`
}

/** Returns the timestamp of a time such as `2h` ago; `undefined` for a malformed span. */
function startOf(span: string): string | undefined {
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(span) ?? []
  const minutes = { m: 1, h: 60, d: 24 * 60 }[unit ?? '']
  return minutes === undefined ? undefined : new Date(Date.now() - Number(count) * minutes * 60_000).toISOString()
}

async function checkMail([address, ...others]: string[]): Promise<string> {
  const { success, data: to } = z.safeParse(z.email(), address)
  if (!success || others.length > 0) throw usageError()
  const { mail, publicUrl } = readConfig()
  if (!mail) throw new StartupError('No mail server is configured. Please set SMTP_URL and MAIL_FROM.')
  try {
    const server = await openMailServer(mail, () => Promise.resolve(defaultBranding))
    return `The mail server accepted a test email to ${to}: ${await server.deliver(randomUUID(), { to, ...checkEmail(publicUrl) })}`
  } catch (error) {
    if (!(error instanceof MailError)) throw error
    throw new StartupError(`The test email was not sent. ${error.message}`)
  }
}

/** Returns the account that the only argument names. @throws {StartupError} If there is none, or with the usage. */
async function getAccount(db: Db, [who, ...others]: string[]): Promise<StaffMember> {
  if (!who || others.length > 0) throw usageError()
  const account = await findAccount(db, who)
  if (!account) throw new StartupError(`There is no account '${who}'.`)
  return account
}

function usageError(): StartupError {
  return new StartupError(`Usage: ${USAGE}`)
}

function called(role: Role): string {
  return { member: 'a member', moderator: 'a moderator', admin: 'an admin' }[role]
}

function named({ username, displayName, email }: StaffMember): string {
  return [username, displayName && `(${printable(displayName)})`, shownEmail(email)].filter(Boolean).join(' ')
}
