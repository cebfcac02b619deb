import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { findPorts } from '../../server/test/nodes/find-ports.ts'
import { emptyDatabase } from '../../server/test/servers/test-database.ts'
import { Browser, clip } from '../../server/test/whole-site/nodes.suite.ts'
import { startScript, untilReady } from '../support/commands.fixture.ts'
import { buildServer } from './build-server.ts'
import { testFolder } from '../../server/test/test-folder.ts'

beforeAll(async () => {
  if (!(await buildServer())) throw new Error('The server could not be bundled.')
})

test('the bundled server migrates, serves pages, publishes a clip and stops', async () => {
  const databaseUrl = await emptyDatabase()
  const dataDir = testFolder()
  const [port] = await findPorts(1)
  const site = `http://127.0.0.1:${port}`
  const settings = { DATABASE_URL: databaseUrl, SESSION_SECRET: 'b'.repeat(32), DATA_DIR: dataDir, DEMO: 'off' }
  const address = { PUBLIC_URL: site, PORT: String(port) }
  const server = startScript('serve/start.mjs', [], { ...settings, ...address, DISK_RESERVE: '64MB' })
  onTestFinished(() => void server.kill('SIGKILL'))
  await untilReady(server)

  const statuses = await Promise.all(
    ['/', '/privacy', '/api/docs/', '/api/openapi.json', '/sitemap.xml'].map(async (path) => [
      path,
      (await fetch(`${site}${path}`)).status,
    ]),
  )
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([])
  const undecodable = await fetch(`${site}/tag/100%`)
  expect([undecodable.status, undecodable.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  // The bundle contains the apostrophe as an escape.
  const missing = await fetch(`${site}/objects/missing.mp4`)
  expect(await missing.json()).toMatchObject({ error: 'This object doesn’t exist' })
  const author = new Browser()
  await author.signUp(site)
  const id = await author.publish(site, await author.put(site, await clip()))
  expect((await fetch(`${site}/api/videos/${id}`)).status).toBe(200)
  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
})

test('the bundle contains only ASCII, also in templates with tags', () => {
  const code = readFileSync('dist/server/main.js', 'utf8')
  const at = code.search(/[^\p{ASCII}]/u)
  expect(at === -1 ? '' : code.slice(Math.max(0, at - 40), at + 1)).toBe('')
})

test('a build that may not write says so in a sentence', () => {
  const clone = testFolder()
  for (const input of ['package-lock.json', 'tsconfig.base.json', 'contract', 'web']) {
    symlinkSync(resolve(input), join(clone, input))
  }
  writeFileSync(join(clone, 'dist'), '')
  const { status, stderr } = spawnSync(process.execPath, [resolve('scripts/serve/build.ts')], { cwd: clone })
  expect([status, String(stderr)]).toEqual([1, "The build failed: file already exists, mkdir 'dist'.\n"])
})
