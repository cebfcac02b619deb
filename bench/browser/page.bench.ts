// The size of the code that a visitor's browser fetches. Also the waiting times on a desktop, and on a phone with a
// slow network and CPU. The site has its demo clips, and all caches are empty. Waiting times are medians of five.
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Locator, Page } from '@playwright/test'
import { desktop, inChromium, listDemo, openPage, phone, startDemoProduct, type Profile } from './chromium.ts'
import { signUpQuickly } from '../../e2e/support/people.ts'
import { makeStaff } from '../../e2e/support/staff.ts'
import { budgets } from '../../web/vite.budgets.ts'
import { FetchedCode } from './fetched-code.ts'
import { report, type Row } from '../support/report.ts'
import { median } from '../support/rounds.ts'
import { observeVitals, readVitals, type Vitals } from './web-vitals.ts'

const ROUNDS = 5
/** Milliseconds that cover the splash and its fade. */
const OBSERVED_MS = 6_500
const SETTLED_MS = 1_500
/** Number of clicks on the button of the bare page, as many as a visitor's session has steps. */
const STEPS = 4
const CLIP = 'server/features/site/demo/clips/dunes.mp4'

const rows: Row[] = []
const product = await startDemoProduct()
const atSite = (profile: Profile): Profile => ({ ...profile, context: { ...profile.context, baseURL: product.url } })
await inChromium(product, async ({ browser }) => {
  await measureCode(browser)
  for (const profile of [phone, desktop]) await measureWaiting(browser, profile)
})
report(rows)

async function measureCode(browser: Browser): Promise<void> {
  const { page } = await openPage(browser, desktop)
  const fetched = new FetchedCode(page)
  await page.goto(product.url)
  await pause(OBSERVED_MS)
  const home = fetched.paths()
  limitRow('JavaScript of / for a visitor, gzip', fetched.kilobytes('.js'), 'kB', budgets['/'])
  limitRow('CSS, gzip', fetched.kilobytes('.css'), 'kB', budgets.css)

  await page.getByRole('article').first().getByRole('link').first().click()
  await page.waitForURL('**/video/*')
  await pause(SETTLED_MS)
  limitRow('/video adds', fetched.kilobytes('.js', home), 'kB', budgets['/video'])
  await page.context().close()

  const creator = await openPage(browser, atSite(desktop))
  const uploading = new FetchedCode(creator.page)
  await signUpQuickly(creator.page, 'creator')
  await creator.page.goto(`${product.url}/upload`)
  await pause(SETTLED_MS)
  const form = uploading.paths()
  limitRow('/upload adds', uploading.kilobytes('.js', home), 'kB', budgets['/upload'])
  await creator.page.locator('input[type=file]').setInputFiles(CLIP)
  await pause(SETTLED_MS)
  limitRow(
    'choosing a file adds',
    uploading.kilobytes('.js', new Set([...home, ...form])),
    'kB',
    budgets['choosing a file'],
  )
  await creator.page.context().close()
  await measureStaffPages(browser)
}

/**
 * Measures the scripts of staff pages, without those that every signed-in user has already fetched for `/`. Reports a
 * clip beforehand, so that the queue of cases is not empty.
 */
async function measureStaffPages(browser: Browser): Promise<void> {
  const { page } = await openPage(browser, atSite(desktop))
  const signedIn = new FetchedCode(page)
  const id = await signUpQuickly(page, 'benchadmin')
  const [clip] = await listDemo(product)
  await page.request.post(`${product.url}/api/videos/${clip?.id}/report`, { data: { reason: 'spam' } })
  await page.goto(product.url)
  await pause(OBSERVED_MS)
  const home = signedIn.paths()
  await makeStaff(product.dataDir, id, 'admin')
  for (const path of ['/moderation', '/admin'] as const) {
    const fetched = new FetchedCode(page)
    await page.goto(product.url + path)
    await page.getByRole('tab').first().waitFor()
    await pause(SETTLED_MS)
    limitRow(`${path} adds`, fetched.kilobytes('.js', home), 'kB', budgets[path])
  }
  await page.context().close()
}

async function measureWaiting(browser: Browser, profile: Profile): Promise<void> {
  const loads: Vitals[] = []
  const afterUse: Vitals[] = []
  const bare: Vitals[] = []
  for (let i = 0; i < ROUNDS; i++) {
    bare.push(await bareVitals(browser, profile))
    const { page } = await openPage(browser, profile)
    await observeVitals(page)
    await page.goto(product.url)
    await pause(OBSERVED_MS)
    loads.push(await readVitals(page))
    await use(page, profile)
    afterUse.push(await readVitals(page))
    await page.context().close()
  }
  const middle = (all: Vitals[], name: keyof Vitals) => median(all.map((vitals) => vitals[name]))
  if (profile === phone) {
    const text = { figure: middle(bare, 'fcp') / 1000, name: 'a line of text' }
    limitRow('first contentful paint, phone', middle(loads, 'fcp') / 1000, 's', 0.8, text)
    limitRow('largest contentful paint, phone', middle(loads, 'lcp') / 1000, 's', 2.2)
  }
  limitRow(`layout shift, ${profile.name}`, middle(afterUse, 'cls'), '', 0.01)
  const button = { figure: middle(bare, 'inp'), name: 'a bare button' }
  const most = profile === phone ? 150 : 100
  limitRow(`interaction to next paint, ${profile.name}`, middle(afterUse, 'inp'), 'ms', most, button)
}

/** Measures a page with a line of text and a button: the minimum for this machine and network. */
async function bareVitals(browser: Browser, profile: Profile): Promise<Vitals> {
  const { page } = await openPage(browser, profile)
  await observeVitals(page)
  await page.goto(`${product.url}/robots.txt`)
  await page.evaluate(() => {
    document.body.innerHTML = '<button>0</button>'
    const button = document.querySelector('button')!
    button.onclick = () => {
      button.textContent = String(Number(button.textContent) + 1)
    }
  })
  for (let i = 0; i < STEPS; i++) {
    await press(page.getByRole('button'), profile)
    await pause(SETTLED_MS)
  }
  const vitals = await readVitals(page)
  await page.context().close()
  return vitals
}

/** Performs the first actions of a visitor. The vitals keep the slowest one. */
async function use(page: Page, profile: Profile): Promise<void> {
  const article = page.getByRole('article').first()
  const steps: [string, Locator][] = [
    ['theme', page.getByRole('button', { name: /theme/ })],
    ['details', article.getByRole('button', { name: /^Details/ })],
    ['like', article.getByRole('button', { name: /^Like/ })],
    ['tab', page.getByRole('tab', { name: 'Sign Up' })],
  ]
  for (const [name, control] of steps) {
    // A press that itself scrolls to the control would also measure the wall's reaction to the scrolling.
    await control.first().scrollIntoViewIfNeeded()
    await pause(SETTLED_MS)
    await press(control.first(), profile)
    await pause(SETTLED_MS)
    console.log(`  after ${name}: ${(await readVitals(page)).inp} ms`)
  }
}

function press(control: Locator, { context }: Profile): Promise<void> {
  return context.hasTouch ? control.tap() : control.click()
}

function limitRow(name: string, figure: number, unit: string, atMost: number, limit?: Row['limit']): void {
  rows.push({ name, figure, unit, ...(limit && limit.figure > 0 && { limit }), atMost })
}
