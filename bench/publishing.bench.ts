import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startProduct } from '../e2e/support/servers/server.ts'
import { buildWeb } from '../scripts/serve/build-web.ts'
import { writeRepeatingMp4 } from '../server/test/media/crafted-files.ts'
import { writeClip } from '../server/test/media/generated-clip.ts'
import { rounds, timed } from './support/rounds.ts'
import { signUp } from './support/sign-up.ts'
import { median, printTable } from './support/table.ts'

// The time to publish a clip while another account publishes as much as it can. That account first publishes one upload
// forty times at once, and then files that are small to send and expensive to decode. All files are generated and the
// same in each run.

const ASKED_AT_ONCE = 40
const HEAVY_CLIPS = 3
const WAIT_MAX_MS = 240_000
const LOOK_EVERY_MS = 100

if (!(await buildWeb())) throw new Error('The web app could not be built')
const files = await generate()
const product = await startProduct()
try {
  const account = await signUp(product)
  const stranger = await signUp(product, 'stranger@example.org')
  const publishClip = () => publish(stranger, files.clip)

  const alone = median(await rounds(() => timed(publishClip)))
  const beside = median(
    await rounds(async () => {
      const videoUrl = await upload(account, files.clip)
      const asked = Array.from({ length: ASKED_AT_ONCE }, () => create(account, videoUrl))
      const waited = await timed(publishClip)
      await Promise.all(asked)
      return waited
    }),
  )
  await settled(stranger, await publish(stranger, files.clip))
  const bombHeld = await timed(async () => settled(account, await publish(account, files.bomb)))
  const heavy: (string | undefined)[] = []
  for (let index = 0; index < HEAVY_CLIPS; index++) heavy.push(await publish(account, files.heavy))
  const readyBeside = await timed(async () => settled(stranger, await publish(stranger, files.clip)))

  const limit = { figure: alone / 1000, name: 'alone' }
  printTable([
    row(
      'publishing beside 40 publishes of one upload',
      beside,
      '≤ 200 %: one other before it',
      beside <= 2 * alone,
      limit,
    ),
    row('a bomb of 60,000 frames keeps the workers for', bombHeld, '≤ 10 s', bombHeld <= 10_000),
    row('ready beside 3 heavy clips of one account', readyBeside, '≤ 60 s', readyBeside <= 60_000),
  ])
} finally {
  await product.stop()
}

function row(name: string, ms: number, goal: string, isMet: boolean, limit?: { figure: number; name: string }) {
  return { name, figure: ms / 1000, unit: 's', goal, isMet, ...(limit && { limit }) }
}

async function generate(): Promise<Record<'clip' | 'bomb' | 'heavy', Buffer>> {
  const folder = await mkdtemp(join(tmpdir(), 'reverie-bench-'))
  const written = async (write: (path: string) => void) => {
    const path = join(folder, 'file.mp4')
    write(path)
    return readFile(path)
  }
  const uhd8k = { width: 8192, height: 4320 }
  const made = {
    clip: await written((path) => writeClip(path, { width: 1280, height: 720, seconds: 3 })),
    bomb: await written((path) => writeRepeatingMp4(path, { ...uhd8k, samples: 60_000, samplesPerSecond: 2_000 })),
    heavy: await written((path) => writeRepeatingMp4(path, { ...uhd8k, samples: 400, samplesPerSecond: 30 })),
  }
  await rm(folder, { recursive: true })
  return made
}

function send(method: string, path: string, cookie: string, body?: object): Promise<Response> {
  return fetch(product.url + path, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
}

async function upload(cookie: string, bytes: Buffer): Promise<string> {
  const { uploadURL } = (await (await send('POST', '/api/objects/upload', cookie)).json()) as { uploadURL: string }
  await fetch(uploadURL, { method: 'PUT', body: new Uint8Array(bytes) })
  return uploadURL
}

function create(cookie: string, videoUrl: string): Promise<Response> {
  return send('POST', '/api/videos', cookie, { title: 'A clip', toolUsed: 'other', videoUrl })
}

/** Publishes a clip. @returns The video's id; `undefined` if it was refused. */
async function publish(cookie: string, bytes: Buffer): Promise<string | undefined> {
  const reply = await create(cookie, await upload(cookie, bytes))
  return ((await reply.json()) as { id?: string }).id
}

/** Waits until a video is ready or has failed. Returns at once for a refused one. */
async function settled(cookie: string, id: string | undefined): Promise<void> {
  const deadline = performance.now() + WAIT_MAX_MS
  while (id && performance.now() < deadline) {
    const { status } = (await (await send('GET', `/api/videos/${id}`, cookie)).json()) as { status: string }
    if (status !== 'processing') return
    await pause(LOOK_EVERY_MS)
  }
}
