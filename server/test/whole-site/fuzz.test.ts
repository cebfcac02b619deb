import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDifferences } from '../../features/site/doctor/find-differences.ts'
import { SITE_SETTINGS_CHANGED } from '../../features/site/settings/site-settings.ts'
import { faultsOf, operationNames, operations, send, type OperationName } from '../clients/contract-calls.ts'
import { type Body, generatedRequest, type GeneratedRequest, type Value } from '../fuzz/generated-requests.ts'
import { sizeOf } from '../run-size.ts'
import { testApp } from '../test-app.ts'
import { callerFor, makePeople, setScene, type Scene } from './permissions.scenes.ts'
import { type Asker, askers, rows } from './permissions.table.ts'
import { sessionChanging, storeFile, type Target, targetOf } from './permissions.targets.ts'

const REQUESTS_AT_ONCE = 100
/** Number of batches in which even the rarest operation gets many valid requests. */
const ENOUGH_FOR_EACH = 100
const LEARNED_MAX = 200
const ASKERS = askers.slice(0, 6)

/** A fixed seed makes the requests the same in each run. A change of the code then fails only through its own faults. */
const { batches, seed } = sizeOf({
  quick: { batches: 5, seed: 7 },
  // FUZZ_SEED=… generates other requests.
  deep: { batches: 100, seed: Number(process.env.FUZZ_SEED) || 1 },
})

const t = testApp()
/** The callers and the targets of a batch. Its requests may suspend or delete them. */
let scene: Scene
/** Ids and cursors that earlier replies contained. */
const learned = { ids: [] as string[], cursors: [] as string[] }
const successes = new Set<OperationName>()

test(`${batches * REQUESTS_AT_ONCE} generated requests cause no server error and no undeclared reply`, async () => {
  console.log(`FUZZ_SEED=${seed}`)
  const requests = fc.array(generatedRequest, { minLength: REQUESTS_AT_ONCE, maxLength: REQUESTS_AT_ONCE })
  const endsSession = ({ operation }: GeneratedRequest) => sessionChanging.includes(operation)
  await fc.assert(
    fc.asyncProperty(requests, async (batch) => {
      await makeScene()
      await Promise.all(batch.filter((request) => !endsSession(request)).map(sendAndCheck))
      await Promise.all(batch.filter(endsSession).map(sendAndCheck))
    }),
    // Shrinking does not work: the first run has changed the database, so a smaller batch would meet other data.
    { seed, numRuns: batches, endOnFailure: true },
  )
  // Refusals prove little, so each operation that admits a caller of the table must succeed at least once.
  const expected = batches >= ENOUGH_FOR_EACH ? operationNames.filter((name) => admittedBy(name).length > 0) : []
  expect(expected.filter((name) => !successes.has(name))).toEqual([])
  expect(await findDifferences(t.deps)).toEqual([])
})

async function makeScene(): Promise<void> {
  // The last batch may have closed the registration.
  await t.db.deleteFrom('siteSettings').execute()
  t.deps.signals.emit(SITE_SETTINGS_CHANGED, '')
  scene = await setScene(t, await makePeople(t))
  await storeFile(t, scene.videoId)
  // The scene has a notification of this like.
  await scene.stranger.caller.post(`/api/videos/${scene.videoId}/like`)
}

async function sendAndCheck(request: GeneratedRequest): Promise<void> {
  const { operation } = request
  const endpoint = operations[operation]
  // Other requests of the batch may make some targets impossible. A closed registration, for example, admits no one.
  const target = await targetOf(operation, scene).catch((): Target => ({}))
  const asker = askerOf(request)
  const url = addressOf(request, target)
  const { headers, ...payload } = payloadOf(operation, request.body, target)
  // The addresses of resumable uploads heed this header, all others ignore it.
  const override = target.headers?.['tus-resumable'] ? { 'x-http-method-override': endpoint.method } : {}
  const asked = `${endpoint.method} ${url} ${String(payload.payload).slice(0, 1_000)} as ${asker}`
  const reply = await send(callerFor(asker, scene), endpoint, {
    url,
    ...payload,
    headers: { ...target.headers, ...request.headers, ...override, ...headers },
  }).catch((error: unknown) => {
    // Repeated requests for the same part of an export end the oldest of them.
    if (operation === 'getExportPart' && (error as { code?: string }).code === 'LIGHT_ECONNRESET') return undefined
    throw new Error(`${asked} was not answered`, { cause: error })
  })
  if (!reply) return
  // A hostile address may lead to another endpoint or to none.
  const isHostile = Object.values(request.params).some((value) => value && 'text' in value)
  const errors = [...(endpoint.errors ?? []), ...(isHostile ? (['NOT_FOUND', 'METHOD_NOT_ALLOWED'] as const) : [])]
  const faults = faultsOf({ ...endpoint, errors }, reply)
  if (faults.length > 0) throw new Error(`${faults.join(', ')}: ${asked} answered ${reply.statusCode} ${reply.body}`)
  if (reply.statusCode >= 300) return
  successes.add(operation)
  if (/json\b/.test(String(reply.headers['content-type']))) learn(reply.json())
}

/** Returns a caller, for half of the requests one whom the operation admits. */
function askerOf({ operation, caller }: GeneratedRequest): Asker {
  const admitted = admittedBy(operation)
  const among = caller % 2 || admitted.length === 0 ? ASKERS : admitted
  return among[(caller >> 1) % among.length]!
}

/** Lists the callers for whom the operation succeeds, as the table of permissions states. */
function admittedBy(operation: OperationName): Asker[] {
  const { statuses } = rows.find((row) => row.operation === operation)!
  return ASKERS.filter((_, i) => statuses[i]! < 300)
}

function addressOf({ operation, params, query }: GeneratedRequest, target: Target): string {
  const own = (name: string) => target.params?.[name] ?? randomUUID()
  const path = operations[operation].path.replaceAll(/:(\w+)/g, (_whole, name: string) =>
    encode(params[name] ? resolve(params[name]) : own(name)),
  )
  const pairs = [
    ...Object.entries(target.query ?? {}),
    ...query.map(([name, value]) => [name, resolve(value)] as const),
  ]
  return pairs.length > 0 ? `${path}?${pairs.map((pair) => pair.map(encode).join('=')).join('&')}` : path
}

function resolve(value: Value): string {
  if ('text' in value) return value.text
  const known = learned[value.learned]
  return known[value.index % known.length] ?? randomUUID()
}

/** Parts that are already encoded, even wrongly, are sent unchanged. */
function encode(value: string): string {
  return /^%\w\w/.test(value) ? value : encodeURIComponent(value.toWellFormed())
}

function payloadOf(operation: OperationName, body: Body, target: Target) {
  const endpoint = operations[operation]
  if (endpoint.method === 'GET') return {}
  if (target.bytes) return { payload: target.bytes }
  if (body.kind === 'raw') return { payload: body.text, headers: { 'content-type': body.type } }
  if (!endpoint.body) return {}
  const value = body.kind === 'sound' ? (target.body ?? {}) : body.fields
  return { payload: JSON.stringify(value), headers: { 'content-type': 'application/json' } }
}

/** Collects ids and cursors from a reply for later requests. */
function learn(reply: unknown): void {
  if (typeof reply !== 'object' || reply === null) return
  for (const [name, value] of Object.entries(reply)) {
    if (typeof value !== 'string') learn(value)
    else if (name === 'nextCursor') keep(learned.cursors, value)
    else if (/^id$|Id$|^username$/.test(name)) keep(learned.ids, value)
  }
}

function keep(known: string[], value: string): void {
  if (!known.includes(value)) known.push(value)
  if (known.length > LEARNED_MAX) known.splice(0, LEARNED_MAX / 2)
}
