import { sourceFrames } from './source-frames.ts'

/** The parts of an error that a log may contain. */
export interface LoggableError {
  [key: string]: unknown
  type: string
  message: string
  stack: string
  code?: string | undefined
  /** Names in the schema that PostgreSQL reports with an error. They contain no data of rows. */
  table?: string | undefined
  column?: string | undefined
  constraint?: string | undefined
  cause?: LoggableError
  errors?: LoggableError[]
}

/** A log for errors: the process's logger, which writes only what `loggableError` returns. */
export interface ErrorLog {
  error(entry: { err: unknown } | string, message?: string): void
}

/** A log for errors and their ends. */
export interface OutageLog extends ErrorLog {
  warn(line: string): void
}

const MAX_DEPTH = 4
const MAX_ERRORS = 10

/**
 * Reduces an error to what helps to fix it, without personal data. PostgreSQL puts whole rows into `detail` and
 * `where`, and values into some messages. Addresses may be signed or contain a password. Every logged error passes
 * through here.
 */
export function loggableError(error: unknown, depth = 0): LoggableError {
  if (!isErrorLike(error)) return { type: typeof error, message: withoutSecrets(asText(error)), stack: '' }
  const { code, table, column, constraint, errors } = error
  const type = !error.name || /^error$/i.test(error.name) ? error.constructor.name : error.name
  const message = withoutSecrets(withoutValues(messageOf(error), code))
  const frames = sourceFrames((error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line)))
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

/** An error, or a copy of one, as pg-boss emits them. */
interface ErrorLike {
  [key: string]: unknown
  message: string
  name?: string
  stack?: string
}

const isErrorLike = (error: unknown): error is ErrorLike =>
  typeof error === 'object' && error !== null && typeof (error as ErrorLike).message === 'string'

/** Returns the message of an error. A connection that fails at several addresses has one message for each. */
function messageOf({ message, errors, code }: ErrorLike): string {
  if (message) return message
  if (Array.isArray(errors)) return errors.map(messageOf).join('; ')
  return asText(code ?? 'no message')
}

/** @returns The text of a value that is not an error. It never says only `[object Object]`. */
function asText(value: unknown): string {
  return typeof value === 'object' && value !== null ? `an object with ${Object.keys(value).join(', ')}` : String(value)
}

/** Removes values from a message. PostgreSQL quotes them in errors about data (class 22) and syntax. */
function withoutValues(message: string, code: unknown): string {
  return /^(22\w{3}|42601|P0001)$/.test(String(code)) ? message.replace(/".*"/s, '"…"') : message
}

function withoutSecrets(text: string): string {
  return (
    text
      // Removes credentials and queries from addresses. The query of an upload address contains its signature.
      .replace(/\/\/[^\s/@]+@/g, '//…@')
      .replace(/\?[^\s"'?]*=[^\s"']*/g, '?…')
      .replace(/[^\s@"'<>(),;:=]+@[^\s@"'<>(),;:=]+\.\w+/g, '…@…')
      // A password hash as argon2 writes it: $argon2id$v=19$m=…$salt$hash
      .replace(/\$argon2\S+/g, '$argon2…')
  )
}
