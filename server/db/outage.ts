/** The database does not answer. What was under way may have happened, or not. */
export class DatabaseAwayError extends Error {
  /** PostgreSQL's own code for a connection that failed. */
  readonly code = '08006'

  constructor() {
    super('The database does not answer')
  }
}

/** Of a server that takes no changes, as a primary that has become a replica. */
const READ_ONLY = '25006'

/**
 * Starting, stopping or too busy (57P, 53300, a statement past its time), no primary any more (25006), in a deadlock with
 * somebody else (40P01), lost (08), or out of reach (the network's own errors).
 */
const codes =
  /^(57P0[1-3]|57014|53300|25006|40P01|08\w{3}|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** Errors of `pg` that have no code. */
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/

/** Whether `error` says that the database is away, so that the same may work in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return typeof code === 'string' ? codes.test(code) : messages.test(String(message))
}

/** Whether the server is a replica, which refuses changes. */
export function isDemoted(error: unknown): boolean {
  return (error as { code?: unknown }).code === READ_ONLY
}
