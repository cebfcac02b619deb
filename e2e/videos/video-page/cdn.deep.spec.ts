import { type Caller, publishQuickly, signUpQuickly } from '../../support/people.ts'
import { onOwnSite } from '../../support/servers/own-site.ts'
import { startBehindCdn } from '../../support/servers/server.ts'
import { expect, inMotion } from '../../support/test.ts'

// These tests set `OBJECTS_URL`, so that objects are on a different site from the page. A violation of the content
// security policy is a page error, which fails the test (support/test.ts).

interface Addresses {
  videoUrl: string
  streamUrl: string | null
}

const test = onOwnSite(() => startBehindCdn({}, { sharesPostgres: true }))
test.use(inMotion)

async function addressesOf({ request }: Caller, id: string): Promise<Addresses> {
  return (await request.get(`/api/videos/${id}`)).json() as Promise<Addresses>
}

test('clips from another origin play on the wall, their page and other sites', async ({ page, site }) => {
  await signUpQuickly(page, 'faraway')
  const { id } = await publishQuickly(page, { title: 'From elsewhere' })
  await expect.poll(async () => (await addressesOf(page, id)).streamUrl, { intervals: [200] }).not.toBe(null)
  const { videoUrl } = await addressesOf(page, id)
  expect(new URL(videoUrl).origin).toBe(site.cdnUrl)
  const asked: string[] = []
  page.on('response', (reply) => {
    if (reply.url().includes('/objects/')) asked.push(new URL(reply.url()).origin)
  })
  for (const path of ['/', `/video/${id}`, `/embed/${id}?autoplay=1`]) {
    await page.goto(path)
    const playing = page.locator('video').first()
    await expect.poll(() => playing.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.1)
  }
  expect(new Set(asked)).toEqual(new Set([site.cdnUrl]))
})
