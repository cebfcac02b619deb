import { beforeAll, expect, test } from 'vitest'
import { tagPath } from '../../../../contract/videos/tags.ts'
import { insertVideos, testApp } from '../../../test/test-app.ts'
import { indexVideos } from '../../discovery/search/indexing/index-videos.ts'
import { readHead } from './heads/read-head.fixture.ts'

const ORIGIN = 'http://reverie.test'
const hostile = `</script>"'&`

const t = testApp()
let ids: string[]
beforeAll(async () => {
  const { user, caller } = await t.signUp()
  ids = await insertVideos(t, user.id, 3)
  for (const id of ids)
    await caller.patch(`/api/videos/${id}`, { tags: `Neon Night, ${hostile}`, toolUsed: 'pika-labs' })
  await indexVideos(t.deps)
})

const headOf = async (path: string) => readHead(await t.visitor.get(path))

test('the page of a tag has one address for all spellings', async () => {
  for (const path of ['/tag/neon%20night', '/tag/Neon%20Night', '/tag/NEON%20%20NIGHT/']) {
    const head = await headOf(path)
    expect(head).toMatchObject({
      status: 200,
      title: '#Neon Night · Reverie',
      canonical: `${ORIGIN}/tag/neon%20night`,
      feeds: ['atom', 'rss', 'json'].map((format) => `/tag/neon%20night/feed.${format}`),
    })
    expect(head.meta.get('description')).toBe('3 videos tagged #Neon Night on Reverie.')
    expect(head.data).toMatchObject({
      '@type': 'CollectionPage',
      url: `${ORIGIN}/tag/neon%20night`,
      mainEntity: { itemListElement: ids.map((id, i) => ({ position: i + 1, url: `${ORIGIN}/video/${id}` })) },
    })
  }
  expect(await headOf(tagPath(hostile))).toMatchObject({ status: 200, data: { name: `#${hostile}` } })
})

test('a tool that clips use has a page; unused tags and unknown tools have none', async () => {
  expect(await headOf('/tool/pika-labs')).toMatchObject({ status: 200, title: 'Pika Labs · Reverie' })
  expect(await headOf('/tag/nobody')).toMatchObject({ status: 404, canonical: undefined })
  expect(await headOf('/tool/a-camera')).toMatchObject({ status: 404 })
})

test('the main feed and profiles link to their Atom, RSS and JSON feeds', async () => {
  expect((await headOf('/')).feeds).toEqual(['/feed.atom', '/feed.rss', '/feed.json'])
  const { user } = await t.signUp()
  expect((await headOf(`/profile/${user.username}`)).feeds).toHaveLength(3)
})

test('the sitemap lists tags and tools with three clips', async () => {
  await t.change('tags', { tag: 'neon night' }, { videosCount: 3 })
  await t.insert('tags', { tag: 'rare', name: 'Rare', videosCount: 2 })
  const { body } = await t.visitor.get('/sitemap.xml')
  expect(body).toContain(`<loc>${ORIGIN}/tag/neon%20night</loc>`)
  expect(body).toContain(`<loc>${ORIGIN}/tool/pika-labs</loc>`)
  expect(body).not.toMatch(/tag\/rare|tool\/openai-sora/)
})
