import { expect, test } from 'vitest'
import {
  addressOf,
  operationNames,
  operations,
  send,
  type OperationName,
} from '../../../test/clients/contract-calls.ts'
import { readPages } from '../../../test/read-pages.ts'
import { insertVideos, type Caller, testApp, type Person } from '../../../test/test-app.ts'
import { stopClock } from '../../../test/stop-clock.ts'
import { notifyFollowers } from '../notifications/notify-followers.jobs.ts'
import { HEAT_CHANGED } from '../../../signals/video-signals.ts'
import { indexVideos } from '../../discovery/search/indexing/index-videos.ts'

const t = testApp()

/** Operations that show muted users on purpose. All others must leave them out. */
const showsOnPurpose: OperationName[] = ['listMuted']
/** Operations about the caller's session, which are not called. */
const sessionChanging: OperationName[] = ['register', 'login', 'confirmPassword', 'logout']

interface Scene {
  viewer: Person
  muted: Person
  /** A user with a clip on which the muted user has commented. This user and the muted user follow each other. */
  other: Person
  /** A marker that every text by the muted user contains, and no other text. */
  canary: string
  videoId: string
  commentId: string
}

async function setScene(): Promise<Scene> {
  const [viewer, muted, other] = await t.signUpMany(3)
  const canary = `canary${muted.user.userNumber}words`
  await muted.caller.put(`/api/users/${muted.user.id}`, { displayName: canary, bio: canary })
  const [own = ''] = await insertVideos(t, viewer.user.id, 1)
  const [videoId = ''] = await insertVideos(t, other.user.id, 1)
  await follow(viewer, muted)
  const [theirs = ''] = await insertVideos(t, muted.user.id, 1)
  await muted.caller.patch(`/api/videos/${theirs}`, { title: canary, caption: canary, tags: `dawn, ${canary}` })
  await indexVideos(t.deps)
  t.deps.signals.emit(HEAT_CHANGED, '')
  await notifyFollowers(t.deps, { payload: { videoId: theirs } } as Parameters<typeof notifyFollowers>[1])
  await viewer.caller.post(`/api/videos/${theirs}/like`)
  await follow(muted, viewer)
  await follow(muted, other)
  await follow(other, muted)
  await muted.caller.post(`/api/videos/${own}/like`)
  for (const id of [own, videoId]) await muted.caller.post(`/api/videos/${id}/comments`, { text: canary })
  const comment = await other.caller.post(`/api/videos/${videoId}/comments`, { text: 'Lovely' })
  return { viewer, muted, other, canary, videoId, commentId: comment.json<{ id: string }>().id }
}

const follow = ({ caller }: Person, { user }: Person) => caller.post(`/api/users/${user.id}/follow`)

/** Path parameters of a call. They never identify the muted user. */
function paramsOf(path: string, { viewer, other, videoId, commentId }: Scene): Record<string, string> {
  const person = path.includes('liked-videos') ? viewer.user : other.user
  const id = path.startsWith('/api/videos/') ? videoId : path.startsWith('/api/comments/') ? commentId : person.id
  return {
    id,
    userId: other.user.id,
    targetId: viewer.user.id,
    username: other.user.username ?? '',
    name: 'privacy',
    tag: 'dawn',
    tool: 'other',
  }
}

/** Lists the operations whose reply to the viewer contains data of the muted user. */
async function showing(scene: Scene): Promise<OperationName[]> {
  const shown: OperationName[] = []
  const asked = operationNames.filter((name) => !sessionChanging.includes(name) && !showsOnPurpose.includes(name))
  // Operations that change data come last.
  for (const name of asked.toSorted((one, other) => order(one) - order(other))) {
    const endpoint = operations[name]
    const url = addressOf(endpoint, paramsOf(endpoint.path, scene))
    const reply = await send(scene.viewer.caller, endpoint, { url, ...(order(name) > 0 ? { payload: {} } : {}) })
    const isStream = endpoint.contentType === 'text/event-stream'
    const words = [scene.muted.user.id, scene.muted.user.username ?? '', scene.canary]
    if (!isStream && words.some((word) => reply.body.includes(word))) shown.push(name)
  }
  return shown.toSorted()
}

const order = (name: OperationName) => (operations[name].method === 'GET' ? 0 : 1)

test.each(['mute', 'block'])('after a %s, only requests for the muted user show that user', async (act) => {
  // The operations that show a person who is not muted. A new one joins this list, and those below if it is cached.
  expect(await showing(await setScene())).toEqual([
    'getTrending',
    'listComments',
    'listCreators',
    'listFollowers',
    'listFollowing',
    'listFollowingVideos',
    'listLikedVideos',
    'listNotifications',
    'listTagVideos',
    'listToolVideos',
    'listUsers',
    'listVideos',
  ])

  const scene = await setScene()
  const { viewer, muted, canary } = scene
  // These cached lists are read once, so that the one-second cache contains the muted user.
  for (const list of [
    'videos',
    'tags/dawn/videos',
    'tools/other/videos',
    'trending',
    'creators',
    `videos/${scene.videoId}/comments`,
  ])
    await viewer.caller.get(`/api/${list}`)
  await viewer.caller.put(`/api/users/${muted.user.id}/${act}`)
  expect(await showing(scene)).toEqual([])
  expect((await viewer.caller.get('/api/notifications/unread-count')).json()).toEqual({ count: 0 })

  // Profile requests by name still show the muted user, and visitors see everything.
  const own = `/api/users/${muted.user.id}`
  const asking = [own, `/api/users/username/${muted.user.username}`, `/api/videos/user/${muted.user.id}`]
  for (const url of asking) expect((await viewer.caller.get(url)).body).toContain(canary)
  expect((await t.visitor.get('/api/videos')).body).toContain(canary)
  await viewer.caller.delete(`${own}/${act}`)
  expect((await viewer.caller.get('/api/videos')).body).toContain(muted.user.id)
})

test('a viewer without mutes causes no additional query', async () => {
  const [viewer, other] = await t.signUpMany(2)
  await insertVideos(t, other.user.id, 1)
  stopClock()
  const feed = () => viewer.caller.get('/api/videos?limit=3')
  await feed()
  // The queries of the session and of the viewer's likes on the page.
  expect(await t.countQueries(feed)).toBe(2)
  await viewer.caller.put(`/api/users/${other.user.id}/mute`)
  await t.visitor.get('/api/videos?limit=3')
  expect(await t.countQueries(feed)).toBeLessThanOrEqual(4)
})

test('every list shows all users whom the viewer has not muted, even if most are muted', async () => {
  const [viewer, star, ...crowd] = await t.signUpMany(32)
  const [videoId = ''] = await insertVideos(t, viewer.user.id, 1)
  for (const person of crowd) {
    await insertVideos(t, person.user.id, 3)
    await follow(person, star)
    await follow(star, person)
    await person.caller.post(`/api/videos/${videoId}/comments`, { text: 'Hello' })
    await person.caller.post(`/api/videos/${videoId}/like`)
  }
  const shown = crowd.filter((_, i) => i === 0 || i === 17)
  const muted = new Set(crowd.filter((person) => !shown.includes(person)).map(({ user }) => user.id))
  for (const id of muted) await viewer.caller.put(`/api/users/${id}/mute`)
  const lists = [
    ['/api/videos', 'videos', 'userId', 6],
    [`/api/videos/${videoId}/comments`, 'comments', 'userId', 2],
    ['/api/creators', 'creators', 'id', 2],
    ['/api/users', 'users', 'id', 2],
    [`/api/users/${star.user.id}/followers`, 'followers', 'id', 2],
    [`/api/users/${star.user.id}/following`, 'following', 'id', 2],
    ['/api/notifications', 'notifications', 'actorId', 4],
  ] as const
  const ofShown = (id: unknown) => shown.some(({ user }) => user.id === id)
  for (const [url, name, author, count] of lists) {
    const items = await readAll(viewer.caller, url, name)
    const authors = items.map((item) => item[author])
    expect([url, authors.filter((id) => muted.has(String(id)))]).toEqual([url, []])
    expect([url, authors.filter(ofShown).length]).toEqual([url, count])
  }
})

/** Reads all pages of a list, up to an empty one. */
async function readAll(caller: Caller, url: string, name: string): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = []
  for await (const page of readPages<Record<string, unknown>>(caller, `${url}?limit=4`)) {
    const found = page[name] as Record<string, unknown>[]
    expect(found.length > 0 || page['nextCursor'] === null).toBe(true)
    items.push(...found)
  }
  return items
}
