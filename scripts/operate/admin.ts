// `npm run admin`: who looks after the site, said by whoever runs the machine. Also while the product runs.
import '../launch/stop-with-parent.ts'
import { Role } from '../../contract/users.ts'
import { connect, type Db } from '../../server/db/connect.ts'
import { requireSupportedDatabase } from '../../server/db/supported-database.ts'
import { AppError } from '../../server/errors/app-error.ts'
import { StartupError } from '../../server/errors/startup-error.ts'
import { changeRole } from '../../server/features/roles/change-role.ts'
import { drawClaimLink } from '../../server/features/roles/claim-site.ts'
import {
  findAccount,
  hasAdmin,
  listStaff,
  shownEmail,
  type StaffMember,
} from '../../server/features/roles/staff.queries.ts'
import { readConfig } from '../../server/setup/config.ts'
import { askForMigration, reachDatabase } from './reach-database.ts'
import { runCommand } from './run-command.ts'

const USAGE = `npm run admin                                     a link that makes whoever opens it, signed in, an admin
npm run admin -- list                             who looks after the site
npm run admin -- make NAME_OR_EMAIL [moderator]   make somebody an admin, or a moderator
npm run admin -- remove NAME_OR_EMAIL             make them a member again`

const commands: Record<string, (db: Db, args: string[]) => Promise<string>> = { list, make, remove }

await runCommand(async (stack) => {
  const [name, ...args] = process.argv.slice(2)
  if (name === 'help' || name === '--help') return console.log(USAGE)
  const act = name === undefined ? drawLink : commands[name]
  if (!act) throw new StartupError(USAGE)
  const db = connect(await reachDatabase(readConfig(), stack))
  stack.defer(() => db.destroy())
  await requireSupportedDatabase(db)
  console.log(await act(db, args).catch(askForMigration))
}, asSentence)

async function drawLink(db: Db): Promise<string> {
  return `Sign in and open ${await drawClaimLink(db, readConfig().publicUrl)} (good for an hour, once)`
}

async function list(db: Db): Promise<string> {
  const staff = await listStaff(db)
  if (staff.length === 0)
    return 'Nobody looks after this site yet: `npm run admin` prints a link that makes you its admin.'
  return staff.map((member) => `${member.role.padEnd(9)}  ${named(member)}`).join('\n')
}

async function make(db: Db, [who, role = 'admin', ...others]: string[]): Promise<string> {
  const { data: given } = Role.safeParse(role)
  if (!given || given === 'member' || others.length > 0) throw new StartupError(USAGE)
  const account = await getAccount(db, who)
  await changeRole(db, null, account.id, given)
  return `${named(account)} is ${given === 'admin' ? 'an admin' : 'a moderator'} now.`
}

async function remove(db: Db, [who, ...others]: string[]): Promise<string> {
  if (others.length > 0) throw new StartupError(USAGE)
  const account = await getAccount(db, who)
  await changeRole(db, null, account.id, 'member')
  const said = `${named(account)} is a member now.`
  return (await hasAdmin(db)) ? said : `${said} Nobody looks after this site any more: \`npm run admin\` changes that.`
}

async function getAccount(db: Db, who: string | undefined): Promise<StaffMember> {
  if (!who) throw new StartupError(USAGE)
  const account = await findAccount(db, who)
  if (!account) throw new StartupError(`There is no account ${who}.`)
  return account
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
