import { errorCodes, hasErrorCode } from './error-codes.ts'

/** Thrown when the database does not answer. A running statement may or may not have taken effect. */
export class DatabaseAwayError extends Error {
  readonly code = errorCodes.connectionFailure

  constructor() {
    super('The database does not answer')
  }
}

/**
 * Codes of a server that is starting, stopping or too busy (57P, 53300, a cancelled statement), or is no longer a
 * primary (25006). Also deadlocks (40P01), lost connections (08) and network errors.
 */
const codes =
  /^(57P0[1-3]|57014|53300|25006|40P01|08\w{3}|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** Errors of `pg` without a code. */
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/

/** Whether `error` means that the database is away, so the same call may work in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message, syscall } = error as { code?: unknown; message?: unknown; syscall?: unknown }
  // A stopped database has no Unix socket.
  if (code === 'ENOENT') return syscall === 'connect'
  return typeof code === 'string' ? codes.test(code) : messages.test(String(message))
}

/** Ignores an outage of the database, for `catch`. */
export function ignoreOutage(error: unknown): undefined {
  if (!isDatabaseAway(error)) throw error
}

/** Whether an error comes from a server that refuses changes, such as a replica. */
export function isDemoted(error: unknown): boolean {
  return hasErrorCode(error, 'readOnly')
}
