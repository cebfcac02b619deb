import { isDatabaseAway } from '../../../db/outage.ts'
import { StartupError } from '../../../errors/startup-error.ts'

/** PostgreSQL's error codes for missing rights and exhausted resources, such as disk space. */
const operatorsCodes = /^(42501|53\d{3})$/

const OWNER = ' Please check to whom it belongs. If root ran Reverie there, give it back: chown -R USER FOLDER.'
/** Remedies for errors by code. Other errors show theirs. */
const remedies: Record<string, string> = {
  EACCES: OWNER,
  EPERM: OWNER,
  '42501': ' Reverie’s role must own the database.',
}

/**
 * Converts an error that an operator can fix, such as a full disk or an unavailable database, to a `StartupError` with
 * one sentence. Returns any other error unchanged.
 *
 * @param what The subject of the sentence, such as 'The backup'.
 */
export function asStartupError(error: unknown, what: string): unknown {
  const { syscall, code, message } = error as NodeJS.ErrnoException
  if (error instanceof StartupError) return error
  const isOperators = syscall !== undefined || isDatabaseAway(error) || operatorsCodes.test(code ?? '')
  if (!isOperators) return error
  // Node's messages begin with the code and repeat it in words: 'ENOSPC: no space left on device, write'. Those of `rm`
  // are 'EACCES, Permission denied: /folder '/folder''.
  const reason = message.replace(/^[A-Z]+[:,] /, '').replace(/: (.+) '\1'$/, ': $1')
  return new StartupError(`${what} failed: ${reason}.${remedies[code ?? ''] ?? ''}`)
}
