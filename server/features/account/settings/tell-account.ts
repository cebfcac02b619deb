import type { AccountEventKind } from '../../../../contract/account/account.ts'
import type { Db } from '../../../db/connect.ts'
import type { Deps } from '../../../setup/deps.ts'
import { sendLetter } from '../email/send-letter.ts'

/**
 * Notes within `tx` what changed about an account, so that its person notices if it was not they: it is shown until
 * they have seen it, and goes to them as a letter where the site can send one.
 *
 * @param detail Which one: the browser, or the name of a passkey.
 */
export async function tellAccount(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'config'>,
  event: { userId: string; kind: AccountEventKind; detail?: string | null },
): Promise<void> {
  const { id } = await tx.insertInto('accountEvents').values(event).returning('id').executeTakeFirstOrThrow()
  await sendLetter(tx, deps, { kind: 'account-event', eventId: id })
}
