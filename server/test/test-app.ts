import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { UpdateObject } from 'kysely'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { ErrorReply } from '../../contract/errors.ts'
import type { OwnUser } from '../../contract/account/users.ts'
import type { Video } from '../../contract/videos/videos.ts'
import { buildApp } from '../app.ts'
import { connect, type Db } from '../db/connect.ts'
import type { Database } from '../db/schema/schema.ts'
import { cookieOf } from '../signals/read-your-writes.ts'
import { startSignals } from '../signals/signals.ts'
import { PROFILE_CHANGED, STAFF_CHANGED } from '../signals/user-signals.ts'
import type { Mail } from '../setup/config.ts'
import type { Deps } from '../setup/deps.ts'
import { VIDEO_CHANGED } from '../signals/video-signals.ts'
import { createRateLimits, unlimited } from '../http/guards/rate-limits.ts'
import { LOOPBACK } from '../http/networks.ts'
import { startJobsOnDemand } from './jobs-on-demand.ts'
import { createDatabase } from './servers/test-database.ts'
import type { CdnPurge } from '../storage/cdn-purge.ts'
import { watchDisk } from '../storage/disk/disk-space.ts'
import { counting, countQueries } from './database/count-queries.ts'
import { type SampleClip, sampleClip } from './media/sample-clips.ts'
import { relayTo } from './nodes/relay.ts'
import { startSiteAtAddress } from './nodes/site-at-address.ts'
import { openTestFiles } from './test-files.ts'
import { testParts } from './test-parts.ts'
import { type Rows, rowsOf } from './database/rows.ts'
import { askForUpload } from './uploads.ts'

/** A person with a browser: their session cookie accompanies every call. */
export interface Caller {
  /** The cookies as a header, for requests that are sent in another way. */
  cookie: string
  get(url: string): Promise<LightMyRequestResponse>
  post(url: string, body?: object): Promise<LightMyRequestResponse>
  put(url: string, body?: object): Promise<LightMyRequestResponse>
  patch(url: string, body?: object): Promise<LightMyRequestResponse>
  delete(url: string): Promise<LightMyRequestResponse>
  inject(options: InjectOptions): Promise<LightMyRequestResponse>
}

/** An account with a profile, and its signed-in browser. */
export interface Person {
  user: OwnUser
  caller: Caller
}

/** A list of this many elements. */
type Times<Element, Count extends number, All extends Element[] = []> = number extends Count
  ? Element[]
  : All['length'] extends Count
    ? All
    : Times<Element, Count, [...All, Element]>

export interface TestApp extends Rows {
  app: FastifyInstance
  deps: Deps
  db: Db
  databaseUrl: string
  storageFolder: string
  /** A visitor without a session. */
  visitor: Caller
  /**
   * Registers a person over HTTP, and sets their name and these columns in their row. Creating the profile over HTTP,
   * too, would take a third more time.
   */
  signUp(columns?: UpdateObject<Database, 'users'>): Promise<Person>
  /** Signs up several people at once. */
  signUpMany<Count extends number>(count: Count): Promise<Times<Person, Count>>
  /** Counts the queries that `task` causes, not those of signals that arrive meanwhile. */
  countQueries(task: () => Promise<unknown>): Promise<number>
  stop(): Promise<void>
}

interface TestSettings {
  rateLimits?: boolean
  /** Another app. This app shares its database and storage folder, like another process of the same site. */
  beside?: TestApp
  /** The folder of its files. */
  files?: 'disk' | 'bucket' | 'swift'
  mail?: Mail
  /** Whether other apps may be started on its database (`beside`). */
  isOneOfMany?: boolean
  objectsAccel?: 'nginx'
  objectsUrl?: string
  cdn?: CdnPurge
  signing?: Deps['config']['signing']
}

/**
 * Builds the real application on its own database and storage folder. Jobs run only when a test runs them. Equal clips
 * are inspected once, unless a test replaces `t.deps.inspectVideo`. With `--mode nodes`, requests go to a site on
 * several machines instead.
 */
export async function startTestApp({
  rateLimits = false,
  mail,
  isOneOfMany = false,
  beside,
  cdn,
  files: kind = 'disk',
  ...settings
}: TestSettings = {}): Promise<TestApp> {
  requireBuiltPage()
  // If the start fails, everything that it has opened is closed, because later files need the connections.
  await using opened = new AsyncDisposableStack()
  const site = beside ? undefined : await startSiteAtAddress({ rateLimits })
  const storageFolder = beside?.storageFolder ?? (await mkdtemp(join(tmpdir(), 'reverie-test-')))
  const pagesFolder = `${storageFolder}-pages`
  if (!beside) opened.defer(() => removeFolders(storageFolder, pagesFolder))
  const files = site?.files ?? (await openTestFiles(kind, storageFolder, { isShared: isOneOfMany }))
  opened.defer(() => files.close())
  const { url, drop } = beside ? { url: beside.databaseUrl, drop: async () => {} } : (site ?? (await createDatabase()))
  opened.defer(drop)
  const { patience, ...parts } = testParts()
  const uncounted = opened.use(connect(url, { poolSize: 4, patience }))
  const db = uncounted.withPlugin(counting)
  db.withoutPlugins = () => uncounted.withoutPlugins().withPlugin(counting)
  // Queries for signals are not counted, because they run asynchronously.
  const signals = await startSignals(url, uncounted.withoutPlugins())
  opened.defer(() => signals.stop())
  const jobs = startJobsOnDemand(url)
  opened.defer(() => jobs.stop())
  const deps: Deps = {
    config: { publicUrl: 'http://reverie.test', rateLimits, trustedProxies: LOOPBACK, mail, isOneOfMany, ...settings },
    secret: beside?.deps.secret ?? site?.secret ?? randomBytes(32).toString('hex'),
    db,
    readShared: (read) => read(db),
    storage: files.storage,
    cdn,
    disk: watchDisk([storageFolder], () => 0, { readFolder: emptyDisk, holdsObjects: kind === 'disk' }),
    jobs,
    signals,
    limits: rateLimits ? createRateLimits(uncounted) : unlimited,
    ...parts,
    pagesFolder,
    workFolder: tmpdir(),
  }
  const app = site ? await relayTo(site.origin, () => cookieOf(deps.signals.sent, deps.secret)) : await buildApp(deps)
  opened.defer(() => app.close())
  const running = opened.move()
  const rows = rowsOf(db)
  async function signUpPerson(columns?: UpdateObject<Database, 'users'>): Promise<Person> {
    const { user, caller } = await register(app)
    const profile = { username: user.email.split('@')[0]!, displayName: 'Somebody' }
    await rows.change('users', user.id, { ...profile, ...columns })
    signals.emit(PROFILE_CHANGED, user.id)
    if (columns?.role) signals.emit(STAFF_CHANGED, '')
    return { user: { ...user, ...profile }, caller }
  }
  return {
    app,
    deps,
    db,
    databaseUrl: url,
    storageFolder,
    visitor: callerOf(app),
    ...rows,
    signUp: signUpPerson,
    signUpMany: async (count) => (await Promise.all(Array.from({ length: count }, () => signUpPerson()))) as never,
    countQueries,
    stop: () => running.disposeAsync(),
  }
}

/** @throws {Error} If the web app is not built: the server cannot start without its page. */
function requireBuiltPage(): void {
  if (existsSync(join(import.meta.dirname, '../../dist/web/index.html'))) return
  throw new Error('The web app is not built. Run `npm start` or `npm test`, which build it.')
}

/**
 * Starts an application before the tests of a file or `describe`, and stops it after them.
 *
 * @returns The application. It has no properties before the hooks run.
 */
export function testApp(settings?: TestSettings): TestApp {
  const t = {} as TestApp
  beforeAll(async () => void Object.assign(t, await startTestApp(settings)))
  afterAll(() => t.stop())
  return t
}

/**
 * Signs up a person before the tests of a file or `describe`.
 *
 * @returns The person, who has no properties before the hook runs.
 */
export function testPerson(t: TestApp, columns?: UpdateObject<Database, 'users'>): Person {
  const person = {} as Person
  beforeAll(async () => void Object.assign(person, await t.signUp(columns)))
  return person
}

/** Starts an application for one test, and stops it after the test. */
export async function appOfTest(settings?: TestSettings): Promise<TestApp> {
  const t = await startTestApp(settings)
  onTestFinished(() => t.stop())
  return t
}

/** Returns a job with this payload, as a worker passes it on. */
export const jobOf = <Payload>(payload: Payload) => ({ payload, signal: new AbortController().signal })

/** Returns the status and the message of a refused request. */
export const refusalOf = (reply: LightMyRequestResponse) => [reply.statusCode, reply.json<ErrorReply>().message]

async function removeFolders(...folders: string[]): Promise<void> {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
}

/** The simulated disk has a petabyte, however full the real one is. */
const emptyDisk = async () => ({ bsize: 1, blocks: 1024 ** 5, bavail: 1024 ** 5 })

/** Uploads `bytes` as the page would and returns the address to publish. */
export async function upload(caller: Caller, bytes: Buffer): Promise<string> {
  const { whole, videoUrl } = await askForUpload(caller)
  const headers = { 'content-type': 'video/mp4' }
  const stored = await caller.inject({ method: 'PUT', url: whole, payload: bytes, headers })
  if (stored.statusCode !== 200) throw new Error(`The upload failed: ${stored.body}`)
  return videoUrl
}

/** Uploads a sample clip, or the given bytes, and publishes it as the page would. */
export async function publish(
  caller: Caller,
  clip: SampleClip | Buffer = 'plain-h264.mp4',
  fields: object = {},
): Promise<Video> {
  const videoUrl = await upload(caller, typeof clip === 'string' ? await readFile(sampleClip(clip)) : clip)
  const reply = await caller.post('/api/videos', { title: 'A clip', toolUsed: 'other', videoUrl, ...fields })
  if (reply.statusCode !== 201) throw new Error(`Publishing failed: ${reply.body}`)
  return reply.json<Video>()
}

/**
 * Inserts rows of videos, newest first, for tests that need many. The videos have no files, but no worker looks for
 * any.
 *
 * @returns The ids of the videos.
 */
export async function insertVideos({ db, deps }: TestApp, userId: string, count: number): Promise<string[]> {
  const objects = await db
    .insertInto('objects')
    .values(
      Array.from({ length: count }, () => ({
        ownerId: userId,
        state: 'published' as const,
        contentType: 'video/mp4',
        sizeBytes: 1,
      })),
    )
    .returning('id')
    .execute()
  const now = Date.now()
  const rows = objects.map(({ id }, i) => ({
    userId,
    title: `Clip ${i}`,
    toolUsed: 'other' as const,
    aspectRatio: '16:9',
    width: 1920,
    height: 1080,
    durationSeconds: 5,
    originalId: id,
    provenanceCheck: 'done' as const,
    createdAt: new Date(now - i * 1000).toISOString(),
  }))
  const videos = await db.insertInto('videos').values(rows).returning('id').execute()
  await db
    .updateTable('users')
    .set(({ eb }) => ({ videosCount: eb('videosCount', '+', count) }))
    .where('id', '=', userId)
    .execute()
  for (const { id } of videos) deps.signals.emit(VIDEO_CHANGED, id)
  return videos.map(({ id }) => id)
}

/** Signs up a creator with a video that has no file. */
export async function signUpWithVideo(t: TestApp): Promise<Person & { videoId: string }> {
  const person = await t.signUp()
  const [videoId = ''] = await insertVideos(t, person.user.id, 1)
  return { ...person, videoId }
}

/** Registers a person over HTTP and creates their profile. */
export async function signUp(app: FastifyInstance): Promise<Person> {
  const { user, caller } = await register(app)
  const profile = { username: user.email.split('@')[0], displayName: 'Somebody' }
  const updated = await caller.put(`/api/users/${user.id}`, profile)
  return { user: updated.json<{ user: OwnUser }>().user, caller }
}

async function register(app: FastifyInstance): Promise<Person> {
  const email = `user${randomUUID().replaceAll('-', '')}@example.org`
  const registered = await callerOf(app).post('/api/register', { email, password: 'secret1' })
  const cookie = registered.cookies.find((each) => each.name === 'reverie')
  if (!cookie) throw new Error(`Registering failed: ${registered.body}`)
  return { user: registered.json<OwnUser>(), caller: callerOf(app, { [cookie.name]: cookie.value }) }
}

export function callerOf(app: FastifyInstance, cookies: Record<string, string> = {}): Caller {
  const send = ({ payload, ...options }: InjectOptions) =>
    // Sends a copy of the bytes, as a network would: the server may free them after storing them.
    app.inject({
      ...options,
      ...(payload && { payload: Buffer.isBuffer(payload) ? Buffer.from(payload) : payload }),
      cookies,
    })
  const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE') => (url: string, body?: object) =>
    send({ method, url, ...(body && { payload: body }) })
  return {
    cookie: Object.entries(cookies)
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
      .join('; '),
    inject: send,
    get: call('GET'),
    post: call('POST'),
    put: call('PUT'),
    patch: call('PATCH'),
    delete: call('DELETE'),
  }
}
