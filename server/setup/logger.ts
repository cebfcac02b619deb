import { type LogFn, type Logger, pino, stdTimeFunctions } from 'pino'
import { loggableError } from '../errors/loggable-error.ts'
import type { Config } from './config.ts'
import { readableLine } from './readable-line.ts'

export type { Logger }

/** Milliseconds within which a repeated line is written once. */
const WINDOW_MS = 60_000

interface LoggerOptions {
  level?: Config['logLevel'] | 'silent' | 'trace'
  /** Receives whole lines. */
  output?: { write(line: string): unknown }
  /** Whether to write readable lines instead of JSON. */
  isReadable?: boolean
  /** Whether each request has a line. It omits an error that was already logged within a minute. */
  accessLog?: boolean
}

/** Returns the address without its query, which may be a signature, and without the client. */
const loggableRequest = ({ method, url }: { method: string; url: string }) => ({ method, path: url.split('?')[0] })

/**
 * Creates the log of the process, in lines of JSON, or in readable lines on a terminal. An error that repeats is
 * written once a minute, with the number of lines that were left out.
 */
export function createLogger({
  level = 'warn',
  output = process.stdout,
  isReadable = false,
  accessLog = false,
}: LoggerOptions = {}): Logger {
  return pino(
    {
      level,
      // Host name and process id are left out, because log collectors add them.
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: loggableError, req: loggableRequest },
      hooks: { logMethod: withoutRepetitions(accessLog) },
    },
    isReadable ? { write: (line: string) => void output.write(readableLine(line)) } : output,
  )
}

interface Fields {
  err?: unknown
  route?: unknown
  status?: unknown
}

function withoutRepetitions(accessLog: boolean) {
  const lines = new RepeatedLines()
  return function (this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    const fields = fieldsOf(args[0])
    const text = (args as unknown[]).find((argument) => typeof argument === 'string') ?? 'An error'
    const repeats = level === pino.levels.values.error || (level === pino.levels.values.warn && 'err' in fields)
    if (!repeats) return method.apply(this, args)
    let isWritten = false
    lines.add(`${level} ${text} ${reasonOf(fields)}`, (leftOut) => {
      isWritten = true
      if (leftOut === 0) method.apply(this, args)
      else method.call(this, { ...fields, leftOut }, `${text} (${leftOut} more like this in the last minute)`)
    })
    if (accessLog && !isWritten && 'route' in fields) method.call(this, { ...fields, err: undefined }, text)
  }
}

function fieldsOf(argument: unknown): Fields {
  if (argument instanceof Error) return { err: argument }
  return typeof argument === 'object' && argument !== null ? argument : {}
}

/** Returns the text by which a repeated error is recognised: its message without numbers, or the failed request. */
function reasonOf({ err, route, status }: Fields): string {
  return err === undefined ? `${String(route)} ${String(status)}` : loggableError(err).message.replace(/\d+/g, '#')
}

/** Writes a line. With a number, it says how many others were left out. */
type WriteLine = (leftOut: number) => void

/**
 * Decides which lines of a log are written. The first of several equal lines is written at once. If lines were
 * omitted, the last one follows a minute later, with their number.
 */
class RepeatedLines {
  /** The number of omitted lines in the present minute, and a function that writes the last of them. */
  readonly #omitted = new Map<string, { count: number; write: WriteLine }>()

  /** @param key Equal for lines with the same meaning. */
  add(key: string, write: WriteLine): void {
    const omitted = this.#omitted.get(key)
    if (omitted) this.#omitted.set(key, { count: omitted.count + 1, write })
    else this.#write(key, write, 0)
  }

  #write(key: string, write: WriteLine, leftOut: number): void {
    write(leftOut)
    this.#omitted.set(key, { count: 0, write })
    setTimeout(() => {
      const last = this.#omitted.get(key)
      this.#omitted.delete(key)
      if (last && last.count > 0) this.#write(key, last.write, last.count)
    }, WINDOW_MS).unref()
  }
}
