import { sql } from 'kysely'
import type { TakedownNoticeBody, TakedownNoticeKind } from '../../../../contract/moderation/takedown-notices.ts'
import type { RuleKey } from '../../../../contract/moderation/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { inTransaction } from '../../../db/repeat-after-deadlock.ts'
import { type AppError, invalidField, isNotFound } from '../../../errors/app-error.ts'
import { countReport, openCase } from '../cases/open-case.ts'
import { type Reported, reportedColumns } from '../reports/reports.queries.ts'

const ruleOf: Record<TakedownNoticeKind, RuleKey> = { copyright: 'copyright', privacy: 'consent', unlawful: 'unlawful' }

/**
 * Stores a takedown notice and opens or joins a case for each clip or account that it names. The notice alone hides
 * nothing.
 *
 * @returns Its number, which is sufficient to read its receipt.
 * @throws {AppError} VALIDATION_FAILED with the first address that identifies no clip or account. Nothing is stored
 *   then.
 */
export function sendTakedownNotice(db: Db, notice: TakedownNoticeBody): Promise<string> {
  const { kind, addresses, explanation, name, email } = notice
  const isCopyright = kind === 'copyright'
  return inTransaction(db, async (tx) => {
    const things = await listNamedThings(tx, addresses)
    const { id: noticeId } = await tx
      .insertInto('notices')
      .values({
        kind,
        explanation,
        name,
        email,
        work: (isCopyright && notice.work) || null,
        contact: (isCopyright && notice.contact) || null,
        signature: (isCopyright && notice.signature) || null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const { address, ...thing } of things) {
      const opening = { kind: thing.kind, subjectId: thing.id, source: 'notice' as const, rules: [ruleOf[kind]] }
      const { id: caseId } = await openCase(tx, opening).catch((error: unknown) => {
        // The clip or account has been deleted since `listNamedThings`.
        throw isNotFound(error) ? nothingAt(address, addresses.indexOf(address)) : error
      })
      const about = { [reportedColumns[thing.kind]]: thing.id }
      await tx
        .insertInto('reports')
        .values({ ...about, reason: 'other', caseId, noticeId, noticeAddress: address })
        .execute()
      await countReport(tx, caseId)
    }
    return noticeId
  })
}

/** Returns the subjects of a notice, without duplicates. Their order is fixed, so that two notices do not deadlock. */
async function listNamedThings(db: Db, addresses: string[]): Promise<(Reported & { address: string })[]> {
  const things = new Map<string, Reported & { address: string }>()
  for (const [i, address] of addresses.entries()) {
    const thing = await findNamedThing(db, address)
    if (!thing) throw nothingAt(address, i)
    things.set(thing.id, { ...thing, address })
  }
  const clipsFirst = ({ kind, id }: Reported) => `${kind === 'video' ? 0 : 1} ${id}`
  return [...things.values()].toSorted((a, b) => (clipsFirst(a) < clipsFirst(b) ? -1 : 1))
}

function nothingAt(address: string, i: number): AppError {
  const message = `We can’t find a clip or profile on this site at ${address}. Please copy the link from your browser.`
  return invalidField(`addresses.${i}`, message)
}

/**
 * Matches the path at the end of an address. Senders copy the address from their browser, or type only its end. A clip
 * that another site embeds has the address of its player.
 */
const videoPath = /\/(?:video|embed)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\/remixes)?\/?(?:[?#].*)?$/i
const profilePath = /\/profile\/([a-z0-9]+)\/?(?:[?#].*)?$/i

/**
 * Finds the clip or the account at an address. Hidden ones are found, too, because a notice may concern content that is
 * hidden for another reason.
 */
async function findNamedThing(db: Db, address: string): Promise<Reported | undefined> {
  const [, videoId = null] = videoPath.exec(address) ?? []
  // An address that names a clip may contain the path of a profile as well.
  const [, username = null] = (videoId === null && profilePath.exec(address)) || []
  const { rows } = await sql<Reported>`
    select 'video' as kind, id from videos where id = ${videoId}
    union all select 'account', id from users where username = ${username?.toLowerCase() ?? null}`.execute(db)
  return rows[0]
}
