import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { build } from 'vite'
import { signUpQuickly } from './people.ts'
import { startProduct, type Product } from './server.ts'
import { expect, test } from './test.ts'

// The page's upload client in a real browser, against a server that is killed.

const MB = 1024 ** 2
const FILE_BYTES = 48 * MB
/** About two seconds for the file, so that there is a middle. */
const UPLOAD_BYTES_PER_SECOND = 24 * MB

// A server that is killed, and a network that is gone, are errors on the console.
test.use({ expectedErrors: [/net::ERR_/] })
test.describe.configure({ mode: 'serial' })

let product: Product
let scripts: string[]
test.beforeAll(async () => {
  scripts = [await bundle('resumable-upload', 'client'), await bundle('remembered-uploads', 'memory')]
  product = await startProduct()
})
test.afterAll(() => product.stop())

let page: Page
let context: BrowserContext
test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ baseURL: product.url, bypassCSP: true })
  page = await context.newPage()
  await signUpQuickly(page, `resume${Date.now()}`)
  await open()
})
test.afterEach(() => context.close())

test('the server is killed in the middle: the upload waits, and goes on when it is back', async () => {
  const id = await begin()
  await sent(0.3)
  await product.crash()
  await expect.poll(state).toMatchObject({ state: 'waiting' })
  await product.restart()
  await arrived(id)
  expect((await log()).firstBytesOfEachTry.at(-1)).toBeGreaterThan(0.1 * FILE_BYTES)
})

test('the page is reloaded: the same file, chosen again, goes on where the server has it', async () => {
  const id = await begin()
  await sent(0.3)
  await page.reload()
  await open()
  expect(await begin()).toBe(id)
  await arrived(id)
  const { firstBytesOfEachTry } = await log()
  expect(firstBytesOfEachTry[0]).toBeGreaterThan(0.1 * FILE_BYTES)
})

test('the network is lost: it goes on as soon as there is one', async () => {
  const id = await begin()
  await sent(0.3)
  await context.setOffline(true)
  await expect.poll(state).toEqual({ state: 'waiting' })
  await context.setOffline(false)
  await arrived(id)
})

test('it is paused for as long as somebody likes, and given up', async () => {
  const id = await begin()
  await sent(0.2)
  await page.evaluate('running.pause()')
  expect(await state()).toEqual({ state: 'paused' })
  const { sentBytes } = await log()
  await page.evaluate('running.resume()')
  await sent(0.6)
  expect((await log()).firstBytesOfEachTry.at(-1)).toBeGreaterThan(sentBytes / 2)

  await page.evaluate('running.giveUp()')
  expect(await outcome()).toBe('AbortError')
  const { resumableURL } = await page.evaluate<{ resumableURL: string }>('ticket')
  const asked = await page.request.head(resumableURL, { headers: { 'tus-resumable': '1.0.0' } })
  expect([asked.status(), id.length]).toEqual([404, 36])
})

test('a refusal is told in the words of the server', async () => {
  await page.evaluate(`window.ticketOf = (ticket) => ({ ...ticket, resumableURL: ticket.resumableURL + 'x' })`)
  await begin()
  expect(await outcome()).toBe('This upload address is not valid or has expired. Please ask for a new one.')
})

test('a file that is gone from the disk is no lost connection', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reverie-clip-'))
  await writeFile(join(folder, 'clip.mp4'), makeBytes(MB))
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement('input'), { type: 'file', id: 'chosen' }))`,
  )
  await page.locator('#chosen').setInputFiles(join(folder, 'clip.mp4'))
  await page.evaluate(`window.file = document.querySelector('#chosen').files[0]`)
  // Its ticket is remembered by what is in it.
  await page.evaluate(`(async () => {
    const { id } = await (await fetch('/api/user')).json()
    const ticket = await (await fetch('/api/objects/upload', { method: 'POST' })).json()
    await memory.rememberUpload(id, file, ticket)
    memory.findTicket = async () => ticket
  })()`)
  await rm(folder, { recursive: true })
  await begin()
  expect(await outcome()).toMatch(/^The file has been changed, moved or deleted/)
})

/** A module of the page as a script that puts its exports on `window`. */
async function bundle(module: string, name: string): Promise<string> {
  const entry = resolve(import.meta.dirname, `../web/features/upload/${module}.ts`)
  const lib = { entry, formats: ['iife' as const], name }
  const built = await build({ configFile: false, logLevel: 'error', build: { write: false, minify: false, lib } })
  return (built as unknown as [{ output: [{ code: string }] }])[0].output[0].code
}

/** A page of the site with the client in it, and the file that every visit chooses. */
async function open(): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: UPLOAD_BYTES_PER_SECOND,
  })
  await page.goto('/about')
  for (const content of scripts) await page.addScriptTag({ content })
  await page.evaluate(`
    window.file = new File([${makeBytes.toString()}(${FILE_BYTES})], 'clip.mp4')
    window.log = { state: undefined, sentBytes: 0, firstBytesOfEachTry: [], outcome: undefined }
    window.ticketOf = (ticket) => ticket
  `)
}

/** Begins to upload the file, or goes on with it. Answers the id of its object. */
async function begin(): Promise<string> {
  return page.evaluate(`(async () => {
    const { id } = await (await fetch('/api/user')).json()
    window.ticket = await memory.findTicket(id, file)
    if (!window.ticket) {
      window.ticket = ticketOf(await (await fetch('/api/objects/upload', { method: 'POST' })).json())
      await memory.rememberUpload(id, file, window.ticket)
    }
    window.running = client.startUpload(file, {
      resumableURL: window.ticket.resumableURL,
      signal: new AbortController().signal,
      onState: (state) => {
        log.state = state
        log.isNewTry = state.state === 'sending'
      },
      onProgress: ({ sentBytes }) => {
        if (log.isNewTry) log.firstBytesOfEachTry.push(sentBytes)
        log.isNewTry = false
        log.sentBytes = sentBytes
      },
    })
    running.done.then(() => (log.outcome = 'done'), (error) => (log.outcome = error.sentence ?? (error.name === 'Error' ? error.message : error.name)))
    return new URL(window.ticket.uploadURL).pathname.split('/').at(-1)
  })()`)
}

interface Log {
  state: object
  sentBytes: number
  firstBytesOfEachTry: number[]
  outcome: string | undefined
}

const log = () => page.evaluate<Log>('log')
const state = async () => (await log()).state

async function sent(share: number): Promise<void> {
  await expect.poll(async () => (await log()).sentBytes, { intervals: [20] }).toBeGreaterThan(share * FILE_BYTES)
  expect((await log()).outcome).toBeUndefined()
}

async function outcome(): Promise<string | undefined> {
  await expect.poll(async () => (await log()).outcome, { timeout: 30_000 }).toBeDefined()
  return (await log()).outcome
}

/** Waits until the server has the file, and compares it with what was sent. */
async function arrived(id: string): Promise<void> {
  expect(await outcome()).toBe('done')
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(product.dataDir, 'objects', id.slice(0, 2), id)), hash)
  expect(hash.digest('hex')).toBe(createHash('sha256').update(makeBytes(FILE_BYTES)).digest('hex'))
}

/** The same bytes every time, no two megabytes of them alike. Runs on both sides. */
function makeBytes(sizeBytes: number): Uint8Array {
  const words = new Uint32Array(sizeBytes / 4)
  let word = 1
  for (let i = 0; i < words.length; i++) {
    word ^= word << 13
    word ^= word >>> 17
    word ^= word << 5
    words[i] = word
  }
  return new Uint8Array(words.buffer)
}
