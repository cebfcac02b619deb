import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { unlimited } from '../../http/guards/rate-limits.ts'
import { operationNames, operations } from '../clients/contract-calls.ts'
import { declaredRoutes } from '../declared-routes.ts'
import { stopClock } from '../stop-clock.ts'
import { appOfTest, insertVideos, testApp, type TestApp } from '../test-app.ts'
import { makePeople, setScene } from './permissions.scenes.ts'
import { rows } from './permissions.table.ts'
import { sendTo, targetOf } from './permissions.targets.ts'
import { publicCalls, queriesMax } from './public-limits.table.ts'

/** Paths that ask the database each time: `/readyz` says whether the database answers. */
const uncached = ['/readyz']

test('addresses outside the contract, such as pages and feeds, are answered from caches', async () => {
  let t!: TestApp
  const routes = await declaredRoutes(async () => (t = await appOfTest()))
  const { user } = await t.signUp()
  const [id = ''] = await insertVideos(t, user.id, 1)
  await t.change('videos', {}, { tags: 'dawn' })
  const declared = new Set(operationNames.map((name) => operations[name].path))
  const paths = routes.filter((route) => route.startsWith('GET ')).map((route) => route.slice('GET '.length))
  const others = paths.filter((path) => !declared.has(path) && !uncached.includes(path))
  const values: Record<string, string> = { id, username: user.username ?? '', tag: 'dawn', tool: 'other' }
  stopClock()
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
  expect(others.length).toBeGreaterThan(30)
  expect(asking).toEqual([])
})

describe('calls open to visitors', () => {
  const t = testApp()

  test('every call open to visitors has the rate limit that the table states', async () => {
    const counts = [vi.spyOn(unlimited, 'take'), vi.spyOn(unlimited, 'count')]
    onTestFinished(() => void vi.restoreAllMocks())
    stopClock()
    const limited: Record<string, unknown> = {}
    const people = await makePeople(t)
    for (const { operation, cost } of publicCalls) {
      // A change may end the sessions of its people, so each change has its own.
      const cast = cost === 'change' ? await makePeople(t) : people
      const target = await targetOf(operation, await setScene(t, cast))
      if (cost !== 'change') await sendTo(t.visitor, operation, target)
      for (const each of counts) each.mockClear()
      const queries = await t.countQueries(() => sendTo(t.visitor, operation, target))
      const names = counts.flatMap(({ mock }) => mock.calls.map(([name]) => name))
      const limits = names.filter((name) => name.startsWith('address-')).toSorted()
      limited[operation] = { limits, isWithin: cost === 'change' || queries <= queriesMax[cost] }
    }
    const declared = publicCalls.map(({ operation, limits }) => [operation, { limits, isWithin: true }])
    expect(limited).toEqual(Object.fromEntries(declared))
  })

  test('the table of limits has a row for every call open to visitors', () => {
    const open = rows.filter(({ statuses: [visitor] }) => visitor !== 401).map(({ operation }) => operation)
    expect(publicCalls.map(({ operation }) => operation).toSorted()).toEqual(open.toSorted())
  })

  test('exactly the calls that visitors can revalidate declare 304', async () => {
    const answered: string[] = []
    const scene = await setScene(t, await makePeople(t))
    for (const { operation } of publicCalls) {
      if (operations[operation].method !== 'GET') continue
      const target = await targetOf(operation, scene)
      const headers = { ...target.headers, 'if-none-match': '*' }
      const { statusCode } = await sendTo(t.visitor, operation, { ...target, headers })
      if (statusCode === 304) answered.push(operation)
    }
    const declared = publicCalls.filter(({ operation }) => operations[operation].otherReplies?.[304])
    expect(answered.toSorted()).toEqual(declared.map(({ operation }) => operation).toSorted())
  })
})
