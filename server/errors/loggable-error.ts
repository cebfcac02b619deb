/** The parts of an error that a log may contain. */
export interface LoggableError {
  [key: string]: unknown
  type: string
  message: string
  stack: string
  code?: string | undefined
  /** Fields of PostgreSQL's errors that contain no row. */
  table?: string | undefined
  column?: string | undefined
  constraint?: string | undefined
  cause?: LoggableError
  errors?: LoggableError[]
}

/** Accepts errors: the process's logger, which omits what `loggableError` leaves out. */
export interface ErrorLog {
  error(told: { err: unknown } | string, message?: string): void
}

const MAX_DEPTH = 4
const MAX_ERRORS = 10

/**
 * Reduces an error to what helps to fix it, without personal data. PostgreSQL puts whole rows into `detail` and
 * `where`, and values into some messages; an address may be signed or contain a password. Every error passes through
 * here on its way to a log.
 */
export function loggableError(error: unknown, depth = 0): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error, message: withoutSecrets(String(error)), stack: '' }
  const { code, table, column, constraint } = error as Error & Record<string, unknown>
  const type = error.name === 'Error' || error.name === 'error' ? error.constructor.name : error.name
  const message = withoutSecrets(withoutValues(error.message, code))
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const { errors } = error as AggregateError
  return {
    type,
    message,
    stack: [`${type}: ${message}`, ...frames].join('\n'),
    ...(typeof code === 'string' && { code }),
    ...(typeof table === 'string' && { table }),
    ...(typeof column === 'string' && { column }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(error.cause !== undefined && depth < MAX_DEPTH && { cause: loggableError(error.cause, depth + 1) }),
    ...(Array.isArray(errors) &&
      depth < MAX_DEPTH && { errors: errors.slice(0, MAX_ERRORS).map((each) => loggableError(each, depth + 1)) }),
  }
}

/** PostgreSQL quotes values in errors about data (class 22) and syntax; in others it quotes names. */
function withoutValues(message: string, code: unknown): string {
  return /^(22\w{3}|42601|P0001)$/.test(String(code)) ? message.replace(/".*"/s, '"…"') : message
}

function withoutSecrets(text: string): string {
  return (
    text
      // Credentials and queries of addresses: an upload address is signed in its query.
      .replace(/\/\/[^\s/@]+@/g, '//…@')
      .replace(/\?[^\s"'?]*=[^\s"']*/g, '?…')
      .replace(/[^\s@"'<>(),;:=]+@[^\s@"'<>(),;:=]+\.\w+/g, '…@…')
      // A password hash as argon2 writes it: $argon2id$v=19$m=…$salt$hash
      .replace(/\$argon2\S+/g, '$argon2…')
  )
}
