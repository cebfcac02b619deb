import type { Page } from '@playwright/test'
import { sitePageNames } from '../../contract/site/static-pages.ts'
import { screens, staffScreens } from '../../server/features/site/pages/screens.ts'
import { publishQuickly, signUpQuickly } from '../support/people.ts'
import { onOwnSite } from '../support/servers/own-site.ts'
import { makeStaff } from '../support/staff.ts'
import { expect } from '../support/test.ts'
import { expectTextInCase, expectTextOnEveryScreen } from './payload-on-screens.ts'

// A case needs moderators, and the tests on the shared site rely on having none.
const test = onOwnSite()

/** Together they try to leave an element, an attribute, a string and a link. Each fits into the shortest field. */
const payloads = [
  '</title><script>hacked=1</script><img src=x onerror=hacked=1>',
  'javascript:hacked=1//\'`${1}{{1}}"><svg/onload=hacked=1>',
]

test('scripts in users’ text never run, and every screen shows them as text', async ({ page, another, dataDir }) => {
  for (const payload of payloads) {
    await test.step(payload, async () => {
      await page.context().clearCookies()
      await expectTextOnEveryScreen(page, payload)
    })
  }
  await test.step('in a case', () => expectTextInCase(page, payloads[0]!, { another, dataDir }))
})

test('every screen of a rebranded site has the site’s accent and no Reverie branding', async ({
  page,
  another,
  dataDir,
}) => {
  const owner = await another('clubowner')
  await makeStaff(dataDir, owner.id, 'admin')
  const { id: videoId } = await publishQuickly(owner, { title: 'A sea', prompt: 'waves', tags: 'sea' })
  const change = (data: object) => owner.request.patch('/api/site-settings', { data })
  expect((await change({ siteName: 'Club', accentColour: '#00ff00' })).ok()).toBe(true)
  const withSubject = [
    `/video/${videoId}`,
    `/video/${videoId}/remixes`,
    '/profile/clubowner',
    '/tag/sea',
    '/tool/other',
  ]
  const unknown = ['/no/such/page', '/profile/nobody', '/reports/00000000-0000-4000-8000-000000000000']

  await test.step('signed out', () =>
    expectNoOwnWord(page, [
      '/',
      ...Object.keys(screens),
      ...sitePageNames.map((name) => `/${name}`),
      ...withSubject,
      ...unknown,
    ]))
  await test.step('in the embedded player', () => expectNoOwnWord(page, [`/embed/${videoId}`, '/embed/unknown']))
  await test.step('signed in', async () => {
    await signUpQuickly(page, 'clubmember')
    const own = Object.keys(screens).filter((path) => /^\/(settings|upload|profile|following)/.test(path))
    await expectNoOwnWord(page, ['/', ...own, ...withSubject])
  })
  await test.step('as an admin', async () => {
    await page.context().clearCookies()
    await page.context().addCookies((await owner.request.storageState()).cookies)
    await expectNoOwnWord(page, [...Object.keys(staffScreens), '/admin?tab=settings', '/admin?tab=people'])
  })
  expect((await change({ siteName: 'Reverie', accentColour: null })).ok()).toBe(true)
})

async function expectNoOwnWord(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.locator('h1, #player').first()).toBeAttached()
    const shown = await page.evaluate(() => ({
      html: document.documentElement.outerHTML,
      accent: getComputedStyle(document.documentElement).getPropertyValue('--accent'),
    }))
    expect([path, /.{0,60}\b(Reverie|MVP|[Aa]lpha)\b.{0,60}/.exec(shown.html)?.[0]]).toEqual([path, undefined])
    expect([path, shown.accent]).toEqual([path, '#00ff00'])
  }
}
