import { afterEach, beforeAll, expect, inject, test, vi } from 'vitest'
import type { ErrorReply } from '../../../contract/errors.ts'
import { hideVideo } from '../../features/videos/publishing/hide-video.ts'
import { unlimited } from '../../http/guards/rate-limits.ts'
import { faultsOf, operationNames, operations, type OperationName } from '../clients/contract-calls.ts'
import { sizeOf } from '../run-size.ts'
import { testApp } from '../test-app.ts'
import { lastChange, watchRows } from './permissions.changes.ts'
import { faultsOfHiding, namesIn, secretsIn } from './permissions.leaks.ts'
import {
  accountStatuses,
  callerFor,
  makePeople,
  type People,
  removeScenes,
  renewFor,
  roleOf,
  type Scene,
  setAccountStatus,
  setScene,
  unrestricted,
} from './permissions.scenes.ts'
import { type Asker, askers, rows } from './permissions.table.ts'
import { sendTo, sessionChanging, type Target, targetOf } from './permissions.targets.ts'
import { accountLimits } from './public-limits.table.ts'

/** Operations that return an e-mail address, which must be the caller's own. */
const ownRecords: OperationName[] = ['getOwnUser', 'register', 'login', 'loginWithPasskey', 'recover', 'updateUser']

/** Operations that need uploads. No person may have as many unfinished uploads as there are callers. */
const uploading: OperationName[] = ['createVideo', 'createUpload', 'putUpload', 'setAvatar']

/** The callers of each operation. The quick run uses only those whose replies differ most. */
const asking = sizeOf<readonly Asker[]>({
  quick: ['visitor', 'stranger', 'owner', 'hidden from stranger'],
  deep: askers,
})

/**
 * Whether only the tested request can change rows, and its limits can be observed. The workers and web processes of a
 * site on several machines change rows at any time.
 */
const isAlone = inject('servers') === undefined

const t = testApp()
let people: People
beforeAll(async () => {
  people = await makePeople(t)
  await watchRows(t)
})
afterEach(() => removeScenes(t))

test('the table has one row for every operation of the contract', () => {
  expect(rows.map(({ operation }) => operation).toSorted()).toEqual(operationNames.toSorted())
})

test.each(rows)('$operation of $about: $statuses', async ({ operation, statuses }) => {
  const expected = askers
    .map((asker, i) => ({ asker, status: statuses[i] }))
    .filter(({ asker, status }) => status !== undefined && asking.includes(asker))
  const answers: typeof expected = []
  const limited = vi.spyOn(unlimited, 'take')
  const faults: string[] = []
  const isForOnce = sessionChanging.includes(operation) || uploading.includes(operation)
  const makeScene = async (asker: Asker) => {
    const scene = await setScene(t, isForOnce ? await renewFor(asker, people, t) : people)
    return { scene, target: await targetOf(operation, scene) }
  }
  let unchanged: Awaited<ReturnType<typeof makeScene>> | undefined
  for (const { asker, status } of expected) {
    const { scene, target } = unchanged ?? (await makeScene(asker))
    if (asker.startsWith('hidden')) await hideVideo(t.deps, scene.videoId, 'file')
    const accountStatus = accountStatuses[asker]
    if (accountStatus) await setAccountStatus(scene, accountStatus)
    if (asker === 'blocked stranger') await scene.owner.caller.put(`/api/users/${scene.stranger.user.id}/block`)
    const isRefused = status! >= 400
    const before = isRefused ? await lastChange(t) : undefined
    limited.mockClear()
    const reply = await sendTo(callerFor(asker, scene), operation, target)

    const isUnchanged = !isRefused || (await lastChange(t)) === before
    await t.db.deleteFrom('relations').execute()
    if (accountStatus) await setAccountStatus(scene, unrestricted)
    // After a read or a refusal, the next caller can use the same scene.
    const isAsBefore = operations[operation].method === 'GET' || (isRefused && isUnchanged)
    unchanged = isAsBefore && !isForOnce ? { scene, target } : undefined

    answers.push({ asker, status: reply.statusCode })
    const found = [
      ...faultsOf(operations[operation], reply),
      ...namesIn(operation, asker, reply.body),
      ...secretsIn(reply, ownRecords.includes(operation) ? ownEmail(asker, scene, target) : undefined),
      ...faultsOfHiding(operation, asker, String(reply.body).includes(scene.videoId)),
      ...(isUnchanged || !isAlone ? [] : ['a refusal that changed something']),
      ...(isRefused || !isAlone ? [] : faultsOfLimits(operation, asker, limited.mock.calls)),
    ]
    faults.push(...found.map((fault) => `${asker}: ${fault} in ${reply.statusCode} ${reply.body}`))
  }
  limited.mockRestore()
  expect(answers).toEqual(expected)
  expect(faults).toEqual([])
})

const withBody = rows.filter(({ operation }) => operations[operation].body && !operations[operation].requestType)
const unknownFields = ['isAdmin', 'userId', 'id', 'createdAt', 'constructor', '__proto__']

test('every operation refuses an unknown field and changes nothing', async () => {
  const faults: string[] = []
  expect(withBody.length).toBeGreaterThan(0)
  for (const { operation } of withBody) {
    const scene = await setScene(t, people)
    const target = await targetOf(operation, scene)
    const before = await lastChange(t)
    for (const field of unknownFields) {
      const body = { ...target.body, [field]: 'x' }
      const { statusCode } = await sendTo(scene.owner.caller, operation, { ...target, body })
      if (statusCode !== 400) faults.push(`${operation} answers ${field} with ${statusCode}`)
    }
    if (isAlone && (await lastChange(t)) !== before) faults.push(`${operation} changes something`)
  }
  expect(faults).toEqual([])
})

const withQuery = rows.filter(({ operation }) => {
  const { query, headers, requestType } = operations[operation]
  return query && !headers && !requestType
})

test('every operation refuses an unknown query parameter', async () => {
  const scene = await setScene(t, people)
  const answers: Record<string, unknown> = {}
  for (const { operation } of withQuery) {
    const target = await targetOf(operation, scene)
    const reply = await sendTo(scene.owner.caller, operation, { ...target, query: { offset: '1' } })
    answers[operation] = [reply.statusCode, reply.json<ErrorReply>().message]
  }
  expect(Object.keys(answers).length).toBeGreaterThan(0)
  const refused = Object.keys(answers).map((operation) => [operation, [400, 'Unknown field: offset']])
  expect(answers).toEqual(Object.fromEntries(refused))
})

/** Compares the limits on the caller's account with the table. */
function faultsOfLimits(operation: OperationName, asker: Asker, taken: [name: string, ...unknown[]][]): string[] {
  const ofAccount = /^account-(?!changes|and-address)/
  const limits = taken.map(([name]) => name).filter((name) => ofAccount.test(name))
  const stated = asker === 'visitor' || asker === 'ended' ? '' : (accountLimits[operation] ?? '')
  return limits.join() === stated ? [] : [`the limit “${limits.join()}” instead of “${stated}”`]
}

/** Returns the e-mail address that a person's own record shows. */
function ownEmail(asker: Asker, scene: Scene, { body }: Target): string {
  if (typeof body?.email === 'string') return body.email
  return scene[body?.signature ? 'owner' : roleOf(asker)].user.email
}
