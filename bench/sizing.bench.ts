// The machine that a site needs, for docs/operating.md: CPU time, memory and disk for a minute of video by resolution,
// and password checks per second. Clips of ten seconds are published one at a time, on an otherwise idle site.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getOwnStorage, type OwnStorage } from '../contract/videos/uploads.ts'
import type { Video } from '../contract/videos/videos.ts'
import { type Product, startProduct } from '../e2e/support/servers/server.ts'
import { createPasswords } from '../server/identity/passwords.ts'
import { CLIPS, encodeClip, findFilm, SECONDS } from './support/clips.ts'
import { cpuMsWithEnded } from './support/process-cpu.ts'
import { peakDuring, residentBytesOfTree } from './support/process-memory.ts'
import { signUp } from './support/sign-up.ts'

const MB = 1024 ** 2
const PASSWORD_CHECKS = 40
const LOOK_EVERY_MS = 100
const FINGERPRINT_MS = 3_000

const scratch = mkdtempSync(join(tmpdir(), 'reverie-bench-'))
const film = findFilm(scratch)
const lines: string[] = []
const product = await startProduct()
try {
  const cookie = await signUp(product)
  for (const clip of CLIPS) {
    const file = join(scratch, `${clip.name}.mp4`)
    await encodeClip(film, file, clip)
    lines.push(await measure(product, cookie, { ...clip, file }))
  }
} finally {
  await product.stop()
  rmSync(scratch, { recursive: true, force: true })
}
const cores = availableParallelism()
console.log(`\n${cores} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 1024 ** 3)} GB of memory.`)
console.log(`${await passwordsPerSecond(cores)} password checks a second.`)
console.log(`\nFor a minute of video, from clips of ${SECONDS} s:\n`)
console.log('| resolution | original | CPU | time | more memory | renditions |\n|---|---|---|---|---|---|')
console.log(lines.join('\n'))

/** Publishes a clip, and waits until all its files are made. @returns A row of the table. */
async function measure(
  { url, pid }: Product,
  cookie: string,
  { name, file }: { name: string; file: string },
): Promise<string> {
  const send = async (method: string, path: string, body?: object) => {
    const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
    const reply = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    return (await reply.json()) as unknown
  }
  const storedBytes = async () => ((await send('GET', getOwnStorage.path)) as OwnStorage).usedBytes
  const before = {
    bytes: await storedBytes(),
    cpuMs: await cpuMsWithEnded(pid),
    memory: await residentBytesOfTree(pid),
  }
  const startedAt = performance.now()
  const publishing = async () => {
    const { uploadURL } = (await send('POST', '/api/objects/upload')) as { uploadURL: string }
    await fetch(uploadURL, { method: 'PUT', body: readFileSync(file) })
    const body = { title: 'A clip', toolUsed: 'other', videoUrl: uploadURL.split('?')[0] }
    let video = (await send('POST', '/api/videos', body)) as Video
    while (video.stage || video.status === 'processing') {
      await pause(LOOK_EVERY_MS)
      video = (await send('GET', `/api/videos/${video.id}`)) as Video
    }
    if (!video.streamUrl) throw new Error(`The clip failed: ${video.failureReason}`)
  }
  const { peak } = await peakDuring(() => residentBytesOfTree(pid), publishing())
  const perMinute = 60 / SECONDS
  const seconds = ((performance.now() - startedAt) / 1000) * perMinute
  // The fingerprint, which finds duplicates, may be made last.
  await pause(FINGERPRINT_MS)
  const cpuSeconds = ((await cpuMsWithEnded(pid)) - before.cpuMs) / 1000
  const originalBytes = statSync(file).size
  const renditionBytes = (await storedBytes()) - before.bytes - originalBytes
  const cells = [
    `${Math.round((originalBytes * perMinute) / MB)} MB`,
    `${Math.round(cpuSeconds * perMinute)} s`,
    `${Math.round(seconds)} s`,
    `${Math.round((peak - before.memory) / MB)} MB`,
    `${Math.round((renditionBytes * perMinute) / MB)} MB`,
  ]
  return `| ${name} | ${cells.join(' | ')} |`
}

/** Returns the number of passwords that this machine compares in a second, with all cores. */
async function passwordsPerSecond(atOnce: number): Promise<number> {
  const passwords = createPasswords()
  const hash = await passwords.hash('a password')
  const startedAt = performance.now()
  const compareSome = async () => {
    for (let n = 0; n < PASSWORD_CHECKS / atOnce; n++) await passwords.match(hash, 'a password')
  }
  await Promise.all(Array.from({ length: atOnce }, compareSome))
  return Math.round(PASSWORD_CHECKS / ((performance.now() - startedAt) / 1000))
}
