// The figures of docs/operating.md about the size of the machine: CPU time, memory and disk for a minute of video by
// resolution, and password checks per second. Clips of ten seconds are published one at a time, on an otherwise idle
// site.
import { readFileSync, statSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { getOwnStorage, type OwnStorage } from '../../contract/videos/uploads.ts'
import { createPasswords } from '../../server/identity/passwords.ts'
import { SECONDS, withClips } from '../support/clips.ts'
import { cpuMsOf, cpuMsOfEnded, sumOfTree } from '../support/process-cpu.ts'
import { peakDuring, residentBytesOfTree } from '../support/process-memory.ts'
import { type Account, call, publishWhole } from '../support/publish.ts'
import { timed } from '../support/rounds.ts'

const MB = 1024 ** 2
const PASSWORD_CHECKS = 40
const FINGERPRINT_MS = 3_000

const lines: string[] = []
await withClips(async (product, account, clip) => {
  lines.push(await measure(product.pid, account, clip))
})
const cores = availableParallelism()
console.log(`\n${cores} cores (${cpus()[0]?.model}), ${Math.round(totalmem() / 1024 ** 3)} GB of memory.`)
console.log(`${await passwordsPerSecond(cores)} password checks a second.`)
console.log(`\nFor a minute of video, from clips of ${SECONDS} s:\n`)
console.log('| resolution | original | CPU | time | more memory | renditions |\n|---|---|---|---|---|---|')
console.log(lines.join('\n'))

/** Publishes a clip, and waits until all its files are made. @returns A row of the table. */
async function measure(pid: number, account: Account, { name, file }: { name: string; file: string }): Promise<string> {
  const storedBytes = async () => (await call<OwnStorage>(account, 'GET', getOwnStorage.path)).usedBytes
  const usedCpuMs = () => sumOfTree(pid, async (each) => (await cpuMsOf(each)) + (await cpuMsOfEnded(each)))
  const before = { bytes: await storedBytes(), cpuMs: await usedCpuMs(), memory: await residentBytesOfTree(pid) }
  const publishing = timed(() => publishWhole(account, readFileSync(file), 100))
  const { peak, result: ms } = await peakDuring(() => residentBytesOfTree(pid), publishing)
  const perMinute = 60 / SECONDS
  // The server may make the fingerprint, which finds duplicates, after the other files.
  await pause(FINGERPRINT_MS)
  const cpuSeconds = ((await usedCpuMs()) - before.cpuMs) / 1000
  const originalBytes = statSync(file).size
  const renditionBytes = (await storedBytes()) - before.bytes - originalBytes
  const cells = [
    `${Math.round((originalBytes * perMinute) / MB)} MB`,
    `${Math.round(cpuSeconds * perMinute)} s`,
    `${Math.round((ms / 1000) * perMinute)} s`,
    `${Math.round((peak - before.memory) / MB)} MB`,
    `${Math.round((renditionBytes * perMinute) / MB)} MB`,
  ]
  return `| ${name} | ${cells.join(' | ')} |`
}

/** Returns the number of passwords that this machine compares in a second, with all cores. */
async function passwordsPerSecond(atOnce: number): Promise<number> {
  const passwords = createPasswords()
  const hash = await passwords.hash('a password')
  const compareSome = async () => {
    for (let n = 0; n < PASSWORD_CHECKS / atOnce; n++) await passwords.match(hash, 'a password')
  }
  const ms = await timed(() => Promise.all(Array.from({ length: atOnce }, compareSome)))
  return Math.round(PASSWORD_CHECKS / (ms / 1000))
}
