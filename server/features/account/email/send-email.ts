import { randomUUID } from 'node:crypto'
import type { Db } from '../../../db/connect.ts'
import type { EmailCause } from '../../../jobs/jobs.ts'
import type { Deps } from '../../../setup/deps.ts'

/**
 * Enqueues an e-mail within `tx`: it is sent if the transaction commits, even if this process dies. Does nothing on a
 * site without e-mail.
 *
 * @param cause Ids, or the address that a visitor typed. No row of the queue holds a working link.
 */
export async function sendEmail(
  tx: Db,
  { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
  cause: EmailCause,
): Promise<void> {
  // A separate id is needed, because the job's id changes when a stopping process or a restored backup enqueues the job
  // again.
  if (config.mail) await jobs.send(tx, 'send-letter', { letterId: randomUUID(), ...cause })
}
