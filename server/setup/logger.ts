import { type Logger, pino, stdTimeFunctions } from 'pino'
import { loggableError } from '../errors/loggable-error.ts'
import type { Config } from './config.ts'
import { readableLine } from './readable-line.ts'

export type { Logger }

interface LoggerOptions {
  level?: Config['logLevel'] | 'silent' | 'trace'
  /** Takes whole lines. */
  output?: { write(line: string): unknown }
  /** Lines for people instead of JSON. */
  isReadable?: boolean
}

/** Without the query, which may sign the address, and without who asks. */
const loggableRequest = ({ method, url }: { method: string; url: string }) => ({ method, path: url.split('?')[0] })

/** What the process writes while it runs: a line of JSON each, or on a terminal one for people. */
export function createLogger({
  level = 'warn',
  output = process.stdout,
  isReadable = false,
}: LoggerOptions = {}): Logger {
  return pino(
    {
      level,
      // Whoever gathers the lines knows the machine and the process.
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: loggableError, req: loggableRequest },
    },
    isReadable ? { write: (line: string) => void output.write(readableLine(line)) } : output,
  )
}
