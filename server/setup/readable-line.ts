import { stripVTControlCharacters } from 'node:util'
import type { LoggableError } from '../errors/loggable-error.ts'

/** The fields of a log line that Reverie writes; lines of libraries may have fewer. */
interface Line {
  time: string
  level: string
  msg?: string
  id?: string
  method?: string
  route?: string | null
  status?: number
  durationMs?: number
  err?: LoggableError
}

/**
 * Formats a line of the log for a terminal: `11:42:51 slow request: GET /api/videos/:id 200, 1,204 ms (k3f2-1a)`.
 *
 * @param json A line as the logger writes it.
 */
export function readableLine(json: string): string {
  const { time, level, msg, id, method, route, status, durationMs, err } = JSON.parse(json) as Line
  const clock = new Date(time).toLocaleTimeString('en-GB')
  const request = [method, method && (route ?? '(no route)'), status].filter(Boolean).join(' ')
  const duration = durationMs === undefined ? '' : `, ${Math.round(durationMs).toLocaleString('en')} ms`
  const said = [msg, request && `${request}${duration}${id ? ` (${id})` : ''}`].filter(Boolean).join(': ')
  const label = level === 'error' || level === 'fatal' ? 'Error: ' : ''
  const reason = err ? `${indented(harmless(err.stack || err.message))}\n` : ''
  return `${clock} ${label}${harmless(said)}\n${reason}`
}

const indented = (text: string): string => text.replace(/^/gm, '  ')

/** Removes control characters: untrusted text in a message could move the cursor or change the title. */
const harmless = (text: string): string =>
  // Keeps line feeds and tabs.
  stripVTControlCharacters(text).replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, '')
