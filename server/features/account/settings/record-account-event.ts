import type { AccountEventKind } from '../../../../contract/account/account.ts'
import type { Db } from '../../../db/connect.ts'
import type { Deps } from '../../../setup/deps.ts'
import { sendEmail } from '../email/send-email.ts'

/**
 * Records a change of an account within `tx`, so that its owner notices changes by others. It is shown until the owner
 * has seen it, and sent as an e-mail where the site can send one.
 *
 * @param detail The browser, or the name of a passkey.
 */
export async function recordAccountEvent(
  tx: Db,
  deps: Pick<Deps, 'jobs' | 'config'>,
  event: { userId: string; kind: AccountEventKind; detail?: string | null },
): Promise<void> {
  const { id } = await tx.insertInto('accountEvents').values(event).returning('id').executeTakeFirstOrThrow()
  await sendEmail(tx, deps, { kind: 'account-event', eventId: id })
}
