import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Product, startProduct } from '../../e2e/support/servers/server.ts'
import { Browser, clip } from '../../server/test/whole-site/nodes.suite.ts'
import { runScript, startScript } from '../support/commands.fixture.ts'
import { testFolder } from '../../server/test/test-folder.ts'

/** Number of backups. Each is killed once, and then resumes. */
const BACKUPS = Number(process.env['BACKUPS'] ?? 1)

const settingsOf = (dataDir: string) => ({ DATA_DIR: dataDir, DISK_RESERVE: '64MB' })

function run(command: string, args: string[], dataDir: string) {
  return runScript(`${command}.ts`, args, settingsOf(dataDir))
}

test(`each of ${BACKUPS} interrupted and resumed backups restores a healthy site`, async () => {
  const scratch = testFolder({ isOpen: true })
  const product = await startProduct()
  onTestFinished(() => product.stop())

  const done = new AbortController()
  // One person keeps one core busy. The backup has the lowest priority and gets only the time that is left.
  const work = useSite(product, done.signal)
  const folder = join(scratch, 'backups')
  for (let n = 0; n < BACKUPS; n++) {
    await killAtWork(join(folder, `killed-${n}`), product.dataDir)
    expect(await run('data/backup', [join(folder, `${n}`)], product.dataDir)).toMatchObject({ code: 0, errors: '' })
  }
  done.abort()
  const { published, deleted } = await work
  expect([published > 1, deleted > 0]).toEqual([true, true])

  expect((await readdir(folder)).length).toBe(BACKUPS)
  for (const name of await readdir(folder)) {
    const restored = join(scratch, `restored-${name}`)
    expect(await run('data/restore', [join(folder, name), restored], product.dataDir)).toMatchObject({
      code: 0,
      errors: '',
    })
    const doctor = await run('operate/doctor', [], restored)
    expect(doctor).toMatchObject({ code: 0, errors: '', out: expect.stringContaining('No differences') })
  }
})

/** Starts a backup, and kills it once it has begun to copy. */
async function killAtWork(target: string, dataDir: string): Promise<void> {
  const child = startScript('data/backup.ts', [target], settingsOf(dataDir))
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Publishes clip after clip, likes each, and deletes every other one, until stopped. */
async function useSite({ url }: Product, signal: AbortSignal) {
  const person = new Browser()
  await person.signUp(url)
  const counts = { published: 0, deleted: 0 }
  while (!signal.aborted) {
    const id = await person.publish(url, await person.put(url, await clip()))
    await person.json('POST', `${url}/api/videos/${id}/like`)
    if (++counts.published % 2 > 0) continue
    await person.json('DELETE', `${url}/api/videos/${id}`)
    counts.deleted++
  }
  return counts
}
