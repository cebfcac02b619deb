import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { awaitReply, ChildStartError, DecoderCrashedError } from './reply.ts'
import { type MediaReply, STARTED } from '../../tasks.ts'
import { UnreadableVideoError } from '../../unreadable-video.ts'

const poster = { width: 720, height: 405, placeholder: 'kvcNHIS' }

test('a reply of the right shape is accepted even with more text after it', async () => {
  const line = JSON.stringify({ result: poster })
  expect(await answerTo(`console.log('${line}'); console.log('{"result":')`)).toEqual({ result: poster })
})

test('a child that hangs after its reply is ended, and the reply is accepted', async () => {
  const line = JSON.stringify({ result: poster })
  expect(await answerTo(`console.log('${line}'); setInterval(() => {}, 1000)`)).toEqual({ result: poster })
})

test.each([
  { is: 'not JSON', prints: `console.log('{"result":')` },
  { is: 'JSON of another kind', prints: `console.log('null')` },
  { is: 'an answer to another question', prints: `console.log('{"result":{"width":720,"height":405}}')` },
  { is: 'out of bounds', prints: `console.log('${JSON.stringify({ result: { ...poster, width: -1 } })}')` },
  { is: 'a refusal without end', prints: `console.log(JSON.stringify({ refused: 'x'.repeat(10_000) }))` },
  {
    is: 'without end',
    prints: `const say = () => process.stdout.write('x'.repeat(65_536), say); say()`,
  },
])('a reply that is $is is logged, and the file is refused', async ({ prints }) => {
  const logged: string[] = []
  console.error = (sentence: string) => logged.push(sentence)
  await expect(answerTo(prints)).rejects.toThrow(UnreadableVideoError)
  expect(logged).toEqual([expect.stringContaining('invalid reply to poster')])
  expect(logged[0]!.length).toBeLessThan(500)
})

test('a call whose signal is already aborted rejects with the reason', async () => {
  const signal = AbortSignal.abort(new Error('closed'))
  await expect(answerTo('setInterval(() => {}, 1000)', signal)).rejects.toThrow('closed')
})

test.each([
  { when: 'before it started', script: `process.kill(process.pid, 'SIGSEGV')`, error: ChildStartError },
  { when: 'without a module', script: `await import('nowhere')`, error: ChildStartError },
  {
    when: 'without a module of its watchdog',
    script: `fs.writeSync(2, ${JSON.stringify(STARTED)}); await import('nowhere')`,
    error: ChildStartError,
  },
  {
    when: 'after it started',
    script: `fs.writeSync(2, ${JSON.stringify(STARTED)}); process.kill(process.pid, 'SIGSEGV')`,
    error: DecoderCrashedError,
  },
])('a child that ends $when causes a $error.name', async ({ script, error }) => {
  await expect(answerTo(script)).rejects.toThrow(error)
})

function answerTo(script: string, signal?: AbortSignal): Promise<MediaReply> {
  const child = spawn(process.execPath, ['--eval', script], { env: {}, stdio: ['pipe', 'pipe', 'pipe'] })
  return awaitReply(child, 'poster', { signal, timeoutMs: 60_000 })
}
