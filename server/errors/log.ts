import { type ErrorLog, loggableError } from './loggable-error.ts'

/** The log of this process, for code that is called from too many places to be passed a logger. */
export let log: ErrorLog = {
  // Commands and tests have only the console.
  error: (entry, message) =>
    typeof entry === 'string' ? console.error(entry) : console.error(message, loggableError(entry.err)),
}

/** Replaces the console by the logger of the server, which writes lines of JSON. */
export function setLog(logger: ErrorLog): void {
  log = logger
}
