import { randomUUID } from 'node:crypto'
import type { Db } from '../../../db/connect.ts'
import type { LetterCause } from '../../../jobs/jobs.ts'
import type { Deps } from '../../../setup/deps.ts'

/**
 * Asks for a letter within `tx`: it is sent if that commits, whatever becomes of this process. Nothing without mail.
 *
 * @param cause Ids, or the address that somebody typed: no row of the queue holds a link that works.
 */
export async function sendLetter(
  tx: Db,
  { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
  cause: LetterCause,
): Promise<void> {
  // Not the job's id, which is another one when it was put back as the process stopped, or into a restored database.
  if (config.mail) await jobs.send(tx, 'send-letter', { letterId: randomUUID(), ...cause })
}
