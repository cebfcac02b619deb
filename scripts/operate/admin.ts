// `npm run admin`: who looks after the site, said by whoever runs the machine. Also while the product runs.
import '../launch/stop-with-parent.ts'
import { Role } from '../../contract/users.ts'
import { connect, type Db } from '../../server/db/connect.ts'
import { requireSupportedDatabase } from '../../server/db/supported-database.ts'
import { AppError } from '../../server/errors/app-error.ts'
import { StartupError } from '../../server/errors/startup-error.ts'
import { undoDecisions } from '../../server/features/decisions/undo.ts'
import { changeRole } from '../../server/features/roles/change-role.ts'
import { drawClaimLink } from '../../server/features/roles/claim-site.ts'
import {
  findAccount,
  hasAdmin,
  listStaff,
  shownEmail,
  type StaffMember,
} from '../../server/features/roles/staff.queries.ts'
import { startSignals } from '../../server/signals/signals.ts'
import { readConfig } from '../../server/setup/config.ts'
import { askForMigration, reachDatabase } from './reach-database.ts'
import { runCommand } from './run-command.ts'

const USAGE = `npm run admin                                     a link that makes whoever opens it, signed in, an admin
npm run admin -- list                             who looks after the site
npm run admin -- make NAME_OR_EMAIL [moderator]   make somebody an admin, or a moderator
npm run admin -- remove NAME_OR_EMAIL             make them a member again
npm run admin -- undo NAME_OR_EMAIL --since 2h    take back what they decided as a moderator: of the last 30m, 2h, 1d`

const commands: Record<string, (at: Place, args: string[]) => Promise<string>> = { list, make, remove, undo }

/** Where a command works. */
interface Place {
  db: Db
  databaseUrl: string
}

await runCommand(async (stack) => {
  const [name, ...args] = process.argv.slice(2)
  if (name === 'help' || name === '--help') return console.log(USAGE)
  const act = name === undefined ? drawLink : commands[name]
  if (!act) throw new StartupError(USAGE)
  const databaseUrl = await reachDatabase(readConfig(), stack)
  const db = connect(databaseUrl)
  stack.defer(() => db.destroy())
  await requireSupportedDatabase(db)
  console.log(await act({ db, databaseUrl }, args).catch(askForMigration))
}, asSentence)

async function drawLink({ db }: Place): Promise<string> {
  return `Sign in and open ${await drawClaimLink(db, readConfig().publicUrl)} (good for an hour, once)`
}

async function list({ db }: Place): Promise<string> {
  const staff = await listStaff(db)
  if (staff.length === 0)
    return 'Nobody looks after this site yet: `npm run admin` prints a link that makes you its admin.'
  return staff.map((member) => `${member.role.padEnd(9)}  ${named(member)}`).join('\n')
}

async function make({ db }: Place, [who, role = 'admin', ...others]: string[]): Promise<string> {
  const { data: given } = Role.safeParse(role)
  if (!given || given === 'member' || others.length > 0) throw new StartupError(USAGE)
  const account = await getAccount(db, who)
  await changeRole(db, null, account.id, given)
  return `${named(account)} is ${called(given)} now.`
}

async function remove({ db }: Place, [who, ...others]: string[]): Promise<string> {
  if (others.length > 0) throw new StartupError(USAGE)
  const account = await getAccount(db, who)
  await changeRole(db, null, account.id, 'member')
  const said = `${named(account)} is a member now.`
  return (await hasAdmin(db)) ? said : `${said} Nobody looks after this site any more: \`npm run admin\` changes that.`
}

/** For when somebody stole a moderator's session. Whoever still is one could go on, which is said. */
async function undo({ db, databaseUrl }: Place, [who, option, span = '', ...others]: string[]): Promise<string> {
  const since = startOf(span)
  if (option !== '--since' || !since || others.length > 0) throw new StartupError(USAGE)
  const account = await getAccount(db, who)
  const signals = await startSignals(databaseUrl, db)
  try {
    const undone = await undoDecisions({ db, signals }, { byPersonId: account.id, since })
    const appeals = undone.appeals > 0 ? ` Appeals that wait again: ${undone.appeals}.` : ''
    const hint = account.role === 'member' ? '' : ` They are still ${called(account.role)}.`
    return `Decisions of ${named(account)} that were taken back: ${undone.decisions}.${appeals}${hint}`
  } finally {
    await signals.stop()
  }
}

/** `2h` ago, as a timestamp; `undefined` for what is no span. */
function startOf(span: string): string | undefined {
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(span) ?? []
  const minutes = { m: 1, h: 60, d: 24 * 60 }[unit ?? '']
  return minutes === undefined ? undefined : new Date(Date.now() - Number(count) * minutes * 60_000).toISOString()
}

async function getAccount(db: Db, who: string | undefined): Promise<StaffMember> {
  if (!who) throw new StartupError(USAGE)
  const account = await findAccount(db, who)
  if (!account) throw new StartupError(`There is no account ${who}.`)
  return account
}

function called(role: Role): string {
  return { member: 'a member', moderator: 'a moderator', admin: 'an admin' }[role]
}

function named({ username, displayName, email }: StaffMember): string {
  return [username ?? 'without a username', displayName && `(${displayName})`, shownEmail(email)]
    .filter(Boolean)
    .join(' ')
}

/** What the site would tell an admin, the operator is told in the same words. */
function asSentence(error: unknown): unknown {
  return error instanceof AppError ? new StartupError(error.message) : error
}
