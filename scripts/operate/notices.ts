// `npm run notices`: prints the newest 50 takedown notices and the newest 50 counter-notices, newest first: notices with
// the sender's name and e-mail address, counter-notices with the name. With a number, prints that notice in full. Works
// while the site is running.
import '../launch/stop-with-parent.mjs'
import { Id } from '../../contract/fields.ts'
import { readConfig } from '../../server/setup/config.ts'
import { StartupError } from '../../server/errors/startup-error.ts'
import { listCounterNotices, type SentCounterNotice } from '../../server/features/moderation/appeals/counter-notices.ts'
import {
  listTakedownNotices,
  type TakedownNotice,
} from '../../server/features/moderation/takedown-notices/read-notices.ts'
import { printable } from '../support/printable.ts'
import { openSite } from '../support/open-site.ts'
import { readArguments, refuseArguments } from '../support/read-arguments.ts'
import { runCommand } from '../support/run-command.ts'

const USAGE = 'npm run notices, or npm run notices -- NUMBER'
const SHOWN = 50

await runCommand(async (stack) => {
  const [id] = readArguments(USAGE, {}, 1).words
  if (id && !Id.safeParse(id).success) refuseArguments(USAGE)
  const config = readConfig()
  const { db } = await openSite(config, stack)
  const which = { ...(id && { id }), limit: SHOWN }
  const [notices, counterNotices] = await Promise.all([listTakedownNotices(db, which), listCounterNotices(db, which)])
  const found = [
    ...notices.map((notice) => ({ at: notice.createdAt, line: lineOf(notice), full: () => noticeInFull(notice) })),
    ...counterNotices.map((notice) => ({
      at: notice.sentAt,
      line: lineOf({ ...notice, kind: 'counter', createdAt: notice.sentAt }),
      full: () => counterNoticeInFull(notice, config.publicUrl),
    })),
  ].toSorted((a, b) => (a.at > b.at ? -1 : 1))
  if (id && found.length === 0) throw new StartupError(`There is no notice ${id}.`)
  if (found.length === 0) return console.log('There are no notices.')
  console.log(found.map(({ line, full }) => (id ? full() : line)).join('\n'))
})

type Line = Pick<TakedownNotice, 'id' | 'createdAt'> & { kind: string; name: string | null; email?: string }

function lineOf({ id, kind, createdAt, name, email }: Line): string {
  const sender = email ? `${name} <${email}>` : name
  return [createdAt.slice(0, 10), id, kind.padEnd(9), sender ? printable(sender) : '(forgotten)'].join('  ')
}

function noticeInFull(notice: TakedownNotice): string {
  const { id, kind, createdAt, name, email, contact, work, signature, explanation, addresses } = notice
  const lines = { Number: id, About: kind, Sent: createdAt, Name: name, Email: email, Contact: contact }
  return listed({ ...lines, Work: work, Signed: signature, Explanation: explanation, Addresses: addresses.join(' ') })
}

/**
 * Returns a counter-notice with the sender's details. It names the people to forward the text to, and the page where an
 * admin records a court action.
 */
function counterNoticeInFull(notice: SentCounterNotice, publicUrl: string): string {
  const { id, sentAt, name, contact, signature, explanation, address, caseId, claimants } = notice
  const lines = { Number: id, About: 'counter-notice', Sent: sentAt, Name: name, Contact: contact, Signed: signature }
  return listed({
    ...lines,
    Explanation: explanation,
    Address: address && publicUrl + address,
    'Forward to': claimants.join(', '),
    Restored: notice.isCourtAction ? 'not while the court case is open' : notice.restoreOn,
    Case: `${publicUrl}/moderation?case=${caseId}`,
  })
}

function listed(said: Record<string, string | null>): string {
  return Object.entries(said)
    .filter(([, value]) => value)
    .map(([label, value]) => `${`${label}:`.padEnd(13)}${printable(value ?? '')}`)
    .join('\n')
}
