import { channel } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { operationNames, operations } from '../clients/contract-calls.ts'
import { stopClock } from '../stop-clock.ts'
import { insertVideos, startTestApp } from '../test-app.ts'

/** Paths that ask the database each time: `/readyz` says whether the database answers. */
const uncached = ['/readyz']

/** Collects the paths of all `GET` routes of the servers that `build` starts. */
async function collectRoutes<T>(build: () => Promise<T>): Promise<{ built: T; paths: Set<string> }> {
  const paths = new Set<string>()
  const watch = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
      if ([method].flat().includes('GET')) paths.add(url)
    })
  const initialization = channel('fastify.initialization')
  initialization.subscribe(watch)
  const built = await build()
  initialization.unsubscribe(watch)
  return { built, paths }
}

test('addresses outside the contract, such as pages and feeds, are answered from caches', async () => {
  const { built: t, paths } = await collectRoutes(() => startTestApp())
  const { user } = await t.signUp()
  const [id = ''] = await insertVideos(t, user.id, 1)
  await t.db.updateTable('videos').set({ tags: 'dawn' }).execute()
  const declared = new Set(operationNames.map((name) => operations[name].path))
  const others = [...paths].filter((path) => !declared.has(path) && !uncached.includes(path))
  const values: Record<string, string> = { id, username: user.username ?? '', tag: 'dawn', tool: 'other' }
  const clock = stopClock()
  const asking: [path: string, queries: number][] = []
  for (const path of others) {
    const url = path
      .replace('/profile/:named', `/profile/${user.username}`)
      .replace('/tag/:named', '/tag/dawn')
      .replace('/tool/:named', '/tool/other')
      .replaceAll(/:(\w+)/g, (_whole, name: string) => values[name] ?? name)
      .replace('*', 'index.html')
    const get = () => t.visitor.inject({ method: 'GET', url })
    await get()
    const queries = await t.countQueries(get)
    if (queries > 0) asking.push([path, queries])
  }
  clock.goOn()
  expect(others.length).toBeGreaterThan(30)
  expect(asking).toEqual([])
  await t.stop()
})
