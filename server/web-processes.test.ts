import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const module = JSON.stringify(join(import.meta.dirname, 'web-processes.ts'))

/** Runs code in a process of its own that may start web processes: `start()` starts one, `log` has the errors. */
async function run(code: string): Promise<unknown> {
  const program = `
    const { default: cluster } = await import('node:cluster')
    const { startWebProcesses } = await import(${module})
    const log = []
    const stack = new AsyncDisposableStack()
    const start = () => startWebProcesses(stack, 1, { error: (entry, line) => log.push(line ?? entry) })
    ${code}`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  return JSON.parse(stdout)
}

test('a web process that the system cannot start is reported, and a stop does not wait for it', async () => {
  const result = await run(`
    cluster.setupPrimary({ exec: '/dev/null', cwd: '/no/such/folder' })
    const reason = await start().catch((error) => error.message)
    await stack.disposeAsync()
    console.log(JSON.stringify({ reason, log }))`)
  expect(result).toEqual({
    reason: 'A web process could not start.',
    log: ['A web process could not be started or reached'],
  })
})

test('an error on the connection to a web process does not end the site', async () => {
  const result = await run(`
    cluster.setupPrimary({ exec: '/dev/null' })
    cluster.on('fork', (worker) => setImmediate(() => {
      worker.emit('error', new Error('write EPIPE'))
      worker.emit('listening')
    }))
    await start()
    console.log(JSON.stringify(log))
    process.exit(0)`)
  expect(result).toEqual(['A web process could not be started or reached'])
})
