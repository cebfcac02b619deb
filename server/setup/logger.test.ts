import { expect, test } from 'vitest'
import { createLogger } from './logger.ts'

function written(isReadable: boolean, write: (log: ReturnType<typeof createLogger>) => void): string {
  let text = ''
  write(createLogger({ level: 'info', isReadable, output: { write: (line) => (text += line) } }))
  return text
}

const request = { id: 'a-1', method: 'GET', route: '/api/videos/:id', status: 200, durationMs: 1204.3 }

test('a terminal gets a line for people, everything else a line of JSON', () => {
  expect(written(true, (log) => log.warn(request, 'slow request'))).toMatch(
    /^\d\d:\d\d:\d\d slow request: GET \/api\/videos\/:id 200, 1,204 ms \(a-1\)\n$/,
  )
  expect(JSON.parse(written(false, (log) => log.warn(request, 'slow request')))).toMatchObject({
    level: 'warn',
    msg: 'slow request',
    ...request,
  })
  expect(written(true, (log) => log.warn('The disk has room again.'))).toMatch(/^[\d:]{8} The disk has room again\.\n$/)
})

test('nothing that a message holds reaches a terminal but its text', () => {
  const error = new Error('\u001B]0;title\u0007no \u001B[31mred\u001B[0m\r, no \u009B2Jclearing,\bno \u202Etricks')
  const text = written(true, (log) => log.error({ err: error }, 'Failed\u001B[2J'))
  expect(text).toMatch(/^[\d:]{8} Error: Failed\n {2}Error: no red, no clearing,no tricks\n/)
})

test('a terminal shows an error with its stack below, and never what rows say', () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(ada@x.test) exists.' })
  const text = written(true, (log) => log.error({ err: error }, 'Sweeping failed'))
  expect(text).toMatch(/^[\d:]{8} Error: Sweeping failed\n {2}Error: duplicate key\n {6}at /)
  expect(text).not.toContain('ada@x.test')
})
