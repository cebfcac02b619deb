// The cost of reading and checking provenance, for a clip without credentials, one with credentials, and a large one.
// All files are generated.
import { execFile } from 'node:child_process'
import { open, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import { enableMediaBundle } from '../../server/media/engine/child/child-program.ts'
import { checkCredentials } from '../../server/media/engine/engine.ts'
import { readTags, readXmp } from '../../server/media/inspect/tags.ts'
import { writeClip } from '../../server/test/media/generated-clip.ts'
import { createAuthority, signClip } from '../../server/test/media/signed-clips.ts'
import { cpuMsOfEnded } from '../support/process-cpu.ts'
import { report, type Row } from '../support/report.ts'
import { median, rounds, timed } from '../support/rounds.ts'
import { scratchFolder } from '../support/scratch.ts'

const LARGE_BYTES = 1e9
const FIXTURE = resolve(import.meta.dirname, '../../server/media/credentials/check.fixture.ts')

using scratch = scratchFolder()
enableMediaBundle()
const plain = join(scratch.path, 'plain.mp4')
writeClip(plain, { width: 1280, height: 720, seconds: 3 })
const signed = join(scratch.path, 'signed.mp4')
await writeFile(signed, await signClip(await readFile(plain), await createAuthority('OpenAI')))
const large = join(scratch.path, 'large.mp4')
await writeLarge(large, await readFile(signed))

const tagsMs = median(await rounds(() => timed(() => readAllTags(plain))))
const checkMs = median(await rounds(() => cpuMs(() => checkCredentials(signed))))
const largeMs = await cpuMs(() => checkCredentials(large))
report([
  { name: 'reading the fields of a clip without credentials', figure: tagsMs, unit: 'ms', atMost: 10 },
  { name: 'CPU of checking the credentials of a clip of 3 s', figure: checkMs / 1000, unit: 's', atMost: 1 },
  await memoryRow('memory for that', signed, 150),
  { name: 'CPU of checking 1 GB, in the background', figure: largeMs / 1000, unit: 's', atMost: 15 },
  await memoryRow('memory for that, 1 GB', large, 500),
])

/** Measures the memory of the whole process, including Node. */
async function memoryRow(name: string, file: string, atMost: number): Promise<Row> {
  const { stdout } = await promisify(execFile)(process.execPath, [FIXTURE, '', file], { env: {} })
  const { peakBytes } = JSON.parse(stdout) as { peakBytes: number }
  return { name, figure: peakBytes / 1e6, unit: 'MB', atMost }
}

async function readAllTags(file: string): Promise<void> {
  using input = new Input({ source: new FilePathSource(file), formats: ALL_FORMATS })
  await readTags(input)
  await readXmp(file, 'video/mp4')
}

/** Adds a second box of frames at the film's end. This breaks the signature, but the whole file is hashed anyway. */
async function writeLarge(path: string, film: Buffer): Promise<void> {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(LARGE_BYTES - film.length)
  head.write('mdat', 4)
  const file = await open(path, 'w')
  await file.write(Buffer.concat([film, head]))
  await file.truncate(LARGE_BYTES)
  await file.close()
}

/** Returns the CPU time of the processes that a task starts and waits for, as counted by the kernel. */
async function cpuMs(task: () => Promise<unknown>): Promise<number> {
  const before = await cpuMsOfEnded(process.pid)
  await task()
  return (await cpuMsOfEnded(process.pid)) - before
}
