import type { Page, Route } from '@playwright/test'
import { staffScreens, screens } from '../../server/features/site/pages/screens.ts'
import { untilDrawn } from '../support/layout.ts'
import { expectSteady, observeShifts } from '../support/layout-shifts.ts'
import { publishQuickly, signUpQuickly } from '../support/people.ts'
import { onOwnSite } from '../support/servers/own-site.ts'
import { makeStaff } from '../support/staff.ts'
import { expect, type Person } from '../support/test.ts'

// These tests need their own site, because having an admin changes how a site treats new accounts.
const test = onOwnSite()

const sizes = [
  { name: 'a phone', width: 360, height: 780 },
  { name: 'a phone on its side', width: 844, height: 390 },
  { name: 'a desktop', width: 1280, height: 800 },
]

/** Routes that make several calls. The quick run checks these on a phone. */
const busy = /^\/(following|admin|log|settings\/sign-in|settings\/standing|video\/[^/]+)$/

test('no route’s layout shifts, whatever the order of the replies @deep', async ({
  browser,
  page,
  another,
  dataDir,
  site,
}) => {
  const routes = await listRoutes(page, another, dataDir, 'steadyall')
  const storageState = await page.context().storageState()
  for (const { name, ...viewport } of sizes) {
    await test.step(`on ${name}`, async () => {
      const context = await browser.newContext({
        baseURL: site.url,
        storageState,
        viewport,
        hasTouch: viewport.width < 1000,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
      })
      const rest = name === 'a phone' ? routes.filter((route) => !busy.test(route)) : routes
      await expectAllSteady(await context.newPage(), rest)
      await context.close()
    })
  }
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 }, hasTouch: true })

  test('the layout of the busiest routes never shifts, whatever the reply order', async ({
    page,
    another,
    dataDir,
  }) => {
    const routes = await listRoutes(page, another, dataDir, 'steady')
    await expectAllSteady(
      page,
      routes.filter((route) => busy.test(route)),
    )
  })
})

async function expectAllSteady(page: Page, routes: string[]): Promise<void> {
  await observeShifts(page)
  const load = await holdCalls(page)
  for (const route of routes) {
    await page.goto(route)
    await load()
    await expectSteady(page)
  }
}

/** Signs in an admin, for whom every screen is accessible and has content, and returns the addresses of all screens. */
async function listRoutes(
  page: Page,
  another: (username: string) => Promise<Person>,
  dataDir: string,
  username: string,
): Promise<string[]> {
  const id = await signUpQuickly(page, username)
  await makeStaff(dataDir, id, 'admin')
  const fan = await another(`${username}fan`)
  const { id: clip } = await publishQuickly(page, { title: 'Steady', prompt: 'A sea', tags: 'steady' })
  await publishQuickly(fan, { title: 'Steady, too', tags: 'steady' })
  const { id: hidden } = await publishQuickly(page, { title: 'Hidden from others' })
  const judge = await another(`${username}judge`)
  await makeStaff(dataDir, judge.id, 'admin')
  const decision = { rule: 'spam', measure: 'hide', facts: 'At 0:01 it sells watches.' }
  const decided = await judge.request.post('/api/decisions', {
    data: { ...decision, kind: 'video', subjectId: hidden },
  })
  expect(decided.status()).toBe(201)
  await fan.request.post(`/api/videos/${clip}/comments`, { data: { text: 'Nice' } })
  await fan.request.post(`/api/videos/${clip}/report`, { data: { reason: 'spam' } })
  await fan.request.post(`/api/users/${id}/follow`)
  return [
    ...Object.keys({ ...screens, ...staffScreens }),
    '/admin?tab=people',
    '/admin?tab=people&show=invitations',
    '/admin?tab=settings',
    '/admin?tab=log',
    '/moderation?tab=appeals',
    '/moderation?tab=comments',
    '/moderation?tab=accounts',
    `/profile/${username}fan`,
    '/search?q=steady',
    '/tag/steady',
    '/tool/other',
    `/video/${clip}`,
    `/video/${hidden}`,
    `/video/${clip}/remixes`,
    `/upload?remix=${clip}`,
    '/privacy',
    '/nothing-here',
  ]
}

/**
 * Holds every API call of the page.
 *
 * @returns A function that releases the calls one at a time, latest first, until the page makes no more requests.
 */
async function holdCalls(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = []
  const open = new Set<unknown>()
  const isOfPage = (url: string) => /\/(api|assets)\//.test(url)
  page.on('request', (request) => isOfPage(request.url()) && open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  await page.route('**/api/**', (route) => void held.push(route))
  // An event stream never ends.
  await page.route('**/api/notifications/stream', (route) => route.fulfill({ status: 204 }))
  return () =>
    expect
      .poll(
        async () => {
          await answer(held.pop())
          await untilDrawn(page)
          const before = open.size
          await untilDrawn(page)
          return before + open.size
        },
        { intervals: [10] },
      )
      .toBe(0)
}

/** Lets a call continue. Adds the rare warning about an admin who decides in a hurry to the reply of an overview. */
async function answer(route: Route | undefined): Promise<void> {
  if (!route?.request().url().endsWith('/api/overview')) return route?.continue()
  const overview = (await (await route.fetch()).json()) as object
  const hurried = [{ id: 'hurried', displayName: 'Somebody in a hurry', decisions: 20, suspensions: 3 }]
  return route.fulfill({ json: { ...overview, hurried } })
}
