import { isDatabaseAway } from '../../../db/outage.ts'
import { StartupError } from '../../../errors/startup-error.ts'

/** PostgreSQL's codes for rights that its user lacks, and for what it has run out of, such as disk. */
const operatorsCodes = /^(42501|53\d{3})$/

/**
 * What an operator can mend (a folder, a disk, a database that went away), as one sentence; anything else as it is.
 *
 * @param what Such as 'The backup'.
 */
export function asStartupError(error: unknown, what: string): unknown {
  const { syscall, code, message } = error as NodeJS.ErrnoException
  if (error instanceof StartupError) return error
  const isOperators = syscall !== undefined || isDatabaseAway(error) || operatorsCodes.test(code ?? '')
  // Node's begin with the code, which says the same: 'ENOSPC: no space left on device, write'.
  return isOperators ? new StartupError(`${what} failed: ${message.replace(/^[A-Z]+: /, '')}.`) : error
}
