// `npm run notices`: the legal notices that were sent, the newest first, with how to reach who sent them: the site shows
// that to nobody. With a number, that one in full. Also while the product runs.
import '../launch/stop-with-parent.ts'
import { readConfig } from '../../server/setup/config.ts'
import { connect } from '../../server/db/connect.ts'
import { requireSupportedDatabase } from '../../server/db/supported-database.ts'
import { StartupError } from '../../server/errors/startup-error.ts'
import { listSentNotices, type SentNotice } from '../../server/features/notices/read-notices.ts'
import { askForMigration, reachDatabase } from './reach-database.ts'
import { runCommand } from './run-command.ts'

const SHOWN = 50

await runCommand(async (stack) => {
  const [id, ...others] = process.argv.slice(2)
  if (others.length > 0 || (id && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))) {
    throw new StartupError('Please give the number of a notice, or nothing for all: npm run notices -- NUMBER')
  }
  const db = connect(await reachDatabase(readConfig(), stack))
  stack.defer(() => db.destroy())
  await requireSupportedDatabase(db)
  const notices = await listSentNotices(db, { ...(id && { id }), limit: SHOWN }).catch(askForMigration)
  if (notices.length === 0) throw new StartupError(id ? `There is no notice ${id}.` : 'Nobody has sent a notice.')
  console.log(notices.map(id ? inFull : inALine).join('\n'))
})

function inALine({ id, kind, createdAt, name, email }: SentNotice): string {
  return [
    createdAt.slice(0, 10),
    id,
    kind.padEnd(9),
    name ? `${printable(name)} <${printable(email)}>` : '(forgotten)',
  ].join('  ')
}

function inFull({
  id,
  kind,
  createdAt,
  name,
  email,
  contact,
  work,
  signature,
  explanation,
  addresses,
}: SentNotice): string {
  const lines = { Number: id, About: kind, Sent: createdAt, Name: name, Email: email, Contact: contact }
  const said = { ...lines, Work: work, Signed: signature, Explanation: explanation, Addresses: addresses.join(' ') }
  return Object.entries(said)
    .filter(([, value]) => value)
    .map(([label, value]) => `${`${label}:`.padEnd(13)}${printable(value ?? '')}`)
    .join('\n')
}

/** A stranger wrote it: no line of theirs may look like one of ours, nor move the terminal's cursor. */
function printable(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/\p{Cc}|\p{Cf}/gu, '')
}
