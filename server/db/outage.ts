/** The database does not answer. What was under way may have happened, or not. */
export class DatabaseAwayError extends Error {
  /** PostgreSQL's own code for a connection that failed. */
  readonly code = '08006'

  constructor() {
    super('The database does not answer')
  }
}

/**
 * Starting, stopping or too busy (57P, 53300, a statement past its time), lost (08), or out of reach (the network's own
 * errors).
 */
const codes =
  /^(57P0[1-3]|57014|53300|08\w{3}|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** Errors of `pg` that have no code. */
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/

/** Whether `error` says that the database is away, so that the same may work in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return typeof code === 'string' ? codes.test(code) : messages.test(String(message))
}
