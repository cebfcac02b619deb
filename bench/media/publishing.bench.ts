// The time to publish a clip while another account publishes as much as it can. That account first sends forty requests
// to publish one upload. Then it publishes files that are small to send and expensive to decode. All files are
// generated and the same in each run.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startProduct } from '../../e2e/support/servers/server.ts'
import { writeRepeatingMp4 } from '../../server/test/media/crafted-files.ts'
import { writeClip } from '../../server/test/media/generated-clip.ts'
import { type Account, call, create, signUp, upload } from '../support/publish.ts'
import { report } from '../support/report.ts'
import { median, rounds, timed } from '../support/rounds.ts'
import { scratchFolder } from '../support/scratch.ts'

const ASKED_AT_ONCE = 40
const HEAVY_CLIPS = 3
const WAIT_MAX_MS = 240_000
const LOOK_EVERY_MS = 100

const files = await generate()
await using product = await startProduct()
const busy = await signUp(product)
const stranger = await signUp(product, 'stranger@example.org')
const publishClip = () => publish(stranger, files.clip)

const alone = median(await rounds(() => timed(publishClip)))
const beside = median(
  await rounds(async () => {
    const videoUrl = await upload(busy, files.clip)
    const asked = Array.from({ length: ASKED_AT_ONCE }, () => create(busy, videoUrl))
    const waited = await timed(publishClip)
    await Promise.all(asked)
    return waited
  }),
)
await settled(stranger, await publish(stranger, files.clip))
const bombHeld = await timed(async () => settled(busy, await publish(busy, files.bomb)))
const heavy: (string | undefined)[] = []
for (let index = 0; index < HEAVY_CLIPS; index++) heavy.push(await publish(busy, files.heavy))
const readyBeside = await timed(async () => settled(stranger, await publish(stranger, files.clip)))

report([
  {
    name: `publishing beside ${ASKED_AT_ONCE} publishes of one upload`,
    figure: beside / 1000,
    unit: 's',
    limit: { figure: alone / 1000, name: 'alone' },
    atMostOfLimit: 2,
  },
  { name: 'a bomb of 60,000 frames keeps the workers for', figure: bombHeld / 1000, unit: 's', atMost: 10 },
  {
    name: `ready beside ${HEAVY_CLIPS} heavy clips of one account`,
    figure: readyBeside / 1000,
    unit: 's',
    atMost: 60,
  },
])

async function generate(): Promise<Record<'clip' | 'bomb' | 'heavy', Buffer>> {
  using scratch = scratchFolder()
  const path = join(scratch.path, 'file.mp4')
  const written = async (write: () => void) => {
    write()
    return readFile(path)
  }
  const uhd8k = { width: 8192, height: 4320 }
  return {
    clip: await written(() => writeClip(path, { width: 1280, height: 720, seconds: 3 })),
    bomb: await written(() => writeRepeatingMp4(path, { ...uhd8k, samples: 60_000, samplesPerSecond: 2_000 })),
    heavy: await written(() => writeRepeatingMp4(path, { ...uhd8k, samples: 400, samplesPerSecond: 30 })),
  }
}

/** Publishes a clip. @returns The video's id; `undefined` if it was refused. */
async function publish(account: Account, bytes: Buffer): Promise<string | undefined> {
  const reply = await create(account, await upload(account, bytes))
  return ((await reply.json()) as { id?: string }).id
}

/** Waits until a video is ready or has failed, four minutes at most. Returns at once for a refused one. */
async function settled(account: Account, id: string | undefined): Promise<void> {
  const deadline = performance.now() + WAIT_MAX_MS
  while (id && performance.now() < deadline) {
    const { status } = await call<{ status: string }>(account, 'GET', `/api/videos/${id}`)
    if (status !== 'processing') return
    await pause(LOOK_EVERY_MS)
  }
}
