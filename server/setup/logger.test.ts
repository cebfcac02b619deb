import { afterEach, expect, test, vi } from 'vitest'
import { createLogger } from './logger.ts'

function written(isReadable: boolean, write: (log: ReturnType<typeof createLogger>) => void): string {
  let text = ''
  write(createLogger({ level: 'info', isReadable, output: { write: (line) => (text += line) } }))
  return text
}

const request = { id: 'a-1', method: 'GET', route: '/api/videos/:id', status: 200, durationMs: 1204.3 }

test('a terminal gets readable lines, other outputs get lines of JSON', () => {
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

test('control characters of a message do not reach a terminal', () => {
  const error = new Error('\u001B]0;title\u0007no \u001B[31mred\u001B[0m\r, no \u009B2Jclearing,\bno \u202Etricks')
  const text = written(true, (log) => log.error({ err: error }, 'Failed\u001B[2J'))
  expect(text).toMatch(/^[\d:]{8} Error: Failed\n {2}Error: no red, no clearing,no tricks\n/)
})

test('a terminal shows an error with its stack, and never the content of rows', () => {
  const error = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (email)=(ada@x.test) exists.' })
  const text = written(true, (log) => log.error({ err: error }, 'Sweeping failed'))
  expect(text).toMatch(/^[\d:]{8} Error: Sweeping failed\n {2}Error: duplicate key\n {6}at /)
  expect(text).not.toContain('ada@x.test')
})

afterEach(() => vi.useRealTimers())

test('a repeating error is logged once a minute with the number of omitted lines', () => {
  vi.useFakeTimers()
  const lines: Record<string, unknown>[] = []
  const log = createLogger({ output: { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) } })
  const refused = (port: number) => new AggregateError([new Error(`connect ECONNREFUSED 127.0.0.1:${port}`)])
  for (let i = 0; i < 709; i++) log.child({ id: `a-${i}` }).error({ err: refused(5000 + i) }, 'The queue failed')
  log.error({ err: new Error('another cause') }, 'The queue failed')
  const newLines = () =>
    lines.splice(0).map(({ msg, leftOut, err }) => [msg, leftOut, (err as Error | undefined)?.message])
  expect(newLines()).toEqual([
    ['The queue failed', undefined, 'connect ECONNREFUSED 127.0.0.1:5000'],
    ['The queue failed', undefined, 'another cause'],
  ])
  vi.advanceTimersByTime(60_000)
  expect(newLines()).toEqual([
    ['The queue failed (708 more like this in the last minute)', 708, 'connect ECONNREFUSED 127.0.0.1:5708'],
  ])
  log.error({ err: refused(1) }, 'The queue failed')
  expect(newLines()).toEqual([])
  vi.advanceTimersByTime(60_000)
  expect(newLines()).toHaveLength(1)
  vi.advanceTimersByTime(60_000)
  log.error({ err: refused(1) }, 'The queue failed')
  expect(newLines()).toEqual([['The queue failed', undefined, 'connect ECONNREFUSED 127.0.0.1:1']])
})

test('each request keeps its access-log line, but a repeated error is shown once', () => {
  const lines: Record<string, unknown>[] = []
  const output = { write: (line: string) => lines.push(JSON.parse(line) as Record<string, unknown>) }
  const log = createLogger({ level: 'info', accessLog: true, output })
  for (const id of ['a-1', 'a-2']) log.error({ ...request, id, err: new Error('out of luck') }, 'request failed')
  expect(lines.map(({ id, err }) => [id, err !== undefined])).toEqual([
    ['a-1', true],
    ['a-2', false],
  ])
})
