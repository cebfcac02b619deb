import { expect, test } from 'vitest'
import type { CreatorPage } from '../../contract/social/creators.ts'
import type { Profile } from '../../contract/social/profiles.ts'
import type { VideoPage } from '../../contract/videos/videos.ts'
import { demo, type Samples } from '../../server/features/site/demo/demo.content.ts'
import { loadDemo } from '../../server/features/site/demo/load-demo.ts'
import { removeDemo } from '../../server/features/site/demo/remove-demo.ts'
import { findDifferences } from '../../server/features/site/doctor/find-differences.ts'
import { publish, appOfTest, type TestApp } from '../../server/test/test-app.ts'
import { commandFor } from '../support/commands.fixture.ts'

/** Two creators and their clips. The remaining samples would add nothing to the test. */
const few: Samples = {
  creators: demo.creators.filter(({ username }) => ['farorbit', 'patternhouse'].includes(username)),
  clips: demo.clips.filter(({ creator }) => ['farorbit', 'patternhouse'].includes(creator)),
}

const differences = async (t: TestApp) => (await findDifferences(t.deps)).map(({ line }) => line)
const feedOf = async (t: TestApp) => (await t.visitor.get('/api/videos')).json<VideoPage>().videos

test('on a running site, the command permanently removes only samples', async () => {
  const t = await appOfTest()
  await loadDemo(t.deps, { samples: few })
  const samples = await feedOf(t)
  expect(samples).toHaveLength(5)
  expect(samples.every(({ creator }) => creator.isSample)).toBe(true)
  const { creators } = (await t.visitor.get('/api/creators')).json<CreatorPage>()
  expect(creators.map(({ isSample, userNumber }) => ({ isSample, userNumber }))).toEqual(
    creators.map(() => ({ isSample: true, userNumber: null })),
  )
  expect(creators).toHaveLength(2)
  expect((await t.visitor.get(`/video/${samples[0]?.id}`)).body).not.toContain('made with AI')

  const [ada, bob] = [await t.signUp(), await t.signUp()]
  const own = await publish(ada.caller)
  for (const { caller } of [ada, bob]) {
    for (const { id, creator } of samples.slice(0, 3)) {
      await caller.post(`/api/videos/${id}/like`)
      await caller.post(`/api/videos/${id}/comments`, { text: 'Lovely' })
      await caller.post(`/api/users/${creator.id}/follow`)
    }
  }
  await bob.caller.post(`/api/videos/${own.id}/like`)
  await bob.caller.post(`/api/users/${ada.user.id}/follow`)

  const remove = await commandFor(t, 'operate/demo-remove.ts')
  expect(await remove('--all')).toEqual({ code: 1, said: "Unknown option '--all'. Usage: npm run demo:remove\n" })
  const removed = 'Removed 5 sample clips and 2 sample creators. They will not come back.\n'
  expect(await remove()).toEqual({ code: 0, said: removed })
  expect(await remove()).toEqual({ code: 0, said: 'There are no samples here, and none will be loaded.\n' })

  await expect.poll(async () => (await feedOf(t)).map(({ id }) => id)).toEqual([own.id])
  const profile = (await t.visitor.get(`/api/users/${bob.user.id}`)).json<{ user: Profile }>().user
  expect(profile.followingCount).toBe(1)
  expect((await t.visitor.get(samples[0]?.videoUrl ?? '')).statusCode).toBe(404)
  expect(await differences(t)).toEqual([])
})

test('loading samples again does not restore removed ones', async () => {
  const t = await appOfTest()
  let accounts = 0
  const hash = async (password: string) => {
    if (++accounts === 2) await removeDemo(t.deps)
    return t.deps.passwords.hash(password)
  }
  await loadDemo({ ...t.deps, passwords: { ...t.deps.passwords, hash } }, { samples: few })
  expect(accounts).toBe(2)
  await loadDemo(t.deps, { samples: few })
  expect(await t.rows('users')).toEqual([])
  expect(await feedOf(t)).toEqual([])
  expect(await differences(t)).toEqual([])
})

test('a stop during the first start does not wait for the remaining samples, and the next start adds them', async () => {
  const t = await appOfTest()
  const stopping = new AbortController()
  const options = { samples: few, log: () => stopping.abort() }
  await loadDemo(t.deps, { ...options, signal: stopping.signal })
  expect(await feedOf(t)).toEqual([])
  await loadDemo(t.deps, options)
  expect(await feedOf(t)).toHaveLength(few.clips.length)
})

test('samples added after the removal are deleted at the next start', async () => {
  const t = await appOfTest()
  await loadDemo(t.deps, { samples: few })
  await t.insert('siteMarks', { name: 'demo-removed' })
  const { user } = await t.signUp()
  expect(await loadDemo(t.deps, { samples: few })).toBe(false)
  expect(await t.rows('users')).toMatchObject([{ id: user.id }])
  expect(await differences(t)).toEqual([])
})
