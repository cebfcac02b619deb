import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const supervisor = JSON.stringify(join(import.meta.dirname, 'supervise.mjs'))
const fixture = join(import.meta.dirname, 'supervised.fixture.ts')

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s is passed on to the child once, and the child stops cleanly',
  async (signal) => {
    const { parent, output } = await superviseFixture()
    parent.kill(signal)
    parent.kill(signal)
    expect(await once(parent, 'exit')).toEqual([3, null])
    expect(await output).toEqual(['ready', signal, 'stopped in order'])
  },
)

test('Ctrl-C reaches the child once, although the terminal signals a whole process group', async () => {
  const { parent, output } = await superviseFixture()
  process.kill(-parent.pid!, 'SIGINT')
  expect(await once(parent, 'exit')).toEqual([3, null])
  expect(await output).toEqual(['ready', 'SIGINT', 'stopped in order'])
})

test('a closed terminal causes an orderly stop', async () => {
  const { parent, output } = await superviseFixture()
  parent.kill('SIGHUP')
  expect(await output).toEqual(['ready', 'SIGTERM', 'stopped in order'])
})

test('kill -9 of the supervisor makes the child stop cleanly', async () => {
  const { parent, output } = await superviseFixture()
  parent.kill('SIGKILL')
  expect(await output).toEqual(['ready', 'SIGTERM', 'stopped in order'])
})

test.each([
  ['exit code', 'process.exit(7)', [7, null]],
  ['signal', `process.kill(process.pid, 'SIGKILL')`, [null, 'SIGKILL']],
])('the supervisor ends with the %s of its child', async (_, code, expected) => {
  expect(await once(supervise(['-e', code]), 'exit')).toEqual(expected)
})

test('a child that hangs is killed at the deadline', async () => {
  const hang = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('ready')`
  const parent = supervise(['-e', hang], 200)
  await once(parent.stdout!, 'data')
  parent.kill('SIGTERM')
  expect(await once(parent, 'exit')).toEqual([null, 'SIGTERM'])
})

async function superviseFixture(): Promise<{ parent: ChildProcess; output: Promise<string[]> }> {
  const parent = supervise([fixture])
  let text = ''
  parent.stdout!.on('data', (chunk: Buffer) => (text += String(chunk)))
  // The output closes when the last process that writes to it exits, which is the child.
  const output = once(parent.stdout!, 'end').then(() => text.trim().split('\n'))
  await once(parent.stdout!, 'data')
  return { parent, output }
}

function supervise(args: string[], stopDeadlineMs = 10_000): ChildProcess {
  const code = `import(${supervisor}).then((m) => m.superviseChild(process.execPath, ${JSON.stringify(args)}, ${stopDeadlineMs}))`
  const parent = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  onTestFinished(() => void parent.kill('SIGKILL'))
  return parent
}
