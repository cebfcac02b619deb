import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProvenanceState } from '../../../contract/videos/provenance.ts'
import { judge } from '../../features/videos/provenance/judge.ts'
import { bytesOfClip } from '../../test/media/generated-clip.ts'
import { box, C2PA_UUID, namingCredentialsAt, uint32, XMP_UUID } from '../../test/media/generated-metadata.ts'
import { createAuthority, signClip } from '../../test/media/signed-clips.ts'
import type { CredentialsFacts } from '../results.ts'
import { findManifestStore } from './check-credentials.ts'
import { sizeOf } from '../../test/run-size.ts'
import { seededRandom } from '../../test/seeded-random.ts'
import { listen } from '../../test/servers/listen.ts'
import { sharedFolder } from '../../test/test-folder.ts'

const FILES_A_PROCESS = 50
/** Memory limit of one process that reads many files. A child of the engine reads only one. */
const MEMORY_MAX_BYTES = 300_000_000
const CPU_MAX_MS = 2_000

type Checked = CredentialsFacts & { cpuMs: number; peakBytes: number }

const { flips, mutants } = sizeOf({
  quick: { flips: 10, mutants: 20 },
  deep: { flips: 200, mutants: Number(process.env.MUTANTS ?? 200) },
})

const folder = sharedFolder()
let clip: Buffer
let signed: Buffer
let listener: Server
/** Address of a server. All files of these tests claim to have credentials there, even files that contain some. */
let listenerUrl: string
let visits = 0
const authority = await createAuthority('OpenAI')

test('the manifest store is found behind other boxes with an id', async () => {
  const purposed = (purpose: string, content: string) => [uint32(0), `${purpose}\0`, Buffer.alloc(8), content]
  const path = join(folder, 'boxes.mp4')
  const others = [
    box('uuid', C2PA_UUID, ...purposed('merkle', 'hashes')),
    box('uuid', XMP_UUID, ...purposed('manifest', 'xmp')),
  ]
  await writeFile(path, Buffer.concat(others))
  expect(await findManifestStore(path)).toBeUndefined()
  await writeFile(path, Buffer.concat([...others, box('uuid', C2PA_UUID, ...purposed('manifest', 'store'))]))
  expect(Buffer.from((await findManifestStore(path))!).toString()).toBe('store')
})

beforeAll(async () => {
  listener = createServer((request, response) => {
    visits++
    if (request.url === '/moved') response.writeHead(302, { location: '/manifest' })
    response.end()
  })
  listenerUrl = `http://127.0.0.1:${await listen(listener)}`
  const plain = bytesOfClip({ width: 64, height: 48, seconds: 0.3 })
  clip = Buffer.concat([plain, namingCredentialsAt(`${listenerUrl}/manifest`)])
  signed = await signClip(clip, authority)
  await writeFile(join(folder, 'anchors.pem'), authority.root)
})
afterAll(() => void listener.close())

test('a link to credentials is recognised and never requested', async () => {
  const moved = Buffer.concat([
    clip.subarray(0, clip.lastIndexOf('uuid') - 4),
    namingCredentialsAt(`${listenerUrl}/moved`),
  ])
  const checked = await checkAll([clip, moved])
  expect(checked.map(({ outcome }) => outcome)).toEqual(['elsewhere', 'elsewhere'])
  const facts = judge({ ...checked[0]!, tags: [] }, { canBeBroken: true })
  expect(facts).toMatchObject({ provenance: 'creator', provenanceCheck: 'impossible', provenanceReason: 'elsewhere' })
  expect(visits).toBe(0)
})

test(`flipping any of ${flips} bits of pictures and index breaks the signature of a readable file`, async () => {
  const random = seededRandom(7)
  const places = [...placesOf(signed, 'mdat'), ...placesOf(signed, 'moov')]
  const files = Array.from({ length: flips }, () => {
    const changed = Buffer.from(signed)
    changed[places[Math.floor(random() * places.length)]!]! ^= 1 << Math.floor(random() * 8)
    return changed
  })
  const [whole, ...others] = await checkAll([signed, ...files])
  expect(stateOf(whole!)).toBe('verified')
  // A flipped bit in a box's size or type leaves a file that cannot be hashed. Such a file is not reported as
  // changed.
  const readable = others.filter(({ outcome }) => outcome !== 'unreadable')
  expect(readable.map(stateOf)).toEqual(readable.map(() => 'broken'))
  expect(readable.length).toBeGreaterThanOrEqual(flips * 0.9)
  expect(others.map(stateOf)).not.toContain('verified')
})

test(`${mutants} damaged credentials never crash the reader, name another signer or cause a request`, async () => {
  const random = seededRandom(11)
  const places = placesOf(signed, 'uuid')
  const files = Array.from({ length: mutants }, () => {
    const damaged = Buffer.from(signed)
    for (let left = 1 + Math.floor(random() * 6); left > 0; left--) {
      damaged[places[Math.floor(random() * places.length)]!] = Math.floor(random() * 256)
    }
    return damaged
  })
  const checked = await checkAll(files)
  expect(checked).toHaveLength(mutants)
  expect(Math.max(...checked.map(({ cpuMs }) => cpuMs))).toBeLessThan(CPU_MAX_MS)
  expect(Math.max(...checked.map(({ peakBytes }) => peakBytes))).toBeLessThan(MEMORY_MAX_BYTES)
  // Some bytes are unprotected, unread padding. Changing them has no effect.
  const verified = checked.filter((each) => stateOf(each) === 'verified')
  expect(verified.map(({ manifests }) => manifests[0]?.signer)).toEqual(verified.map(() => 'OpenAI'))
  expect(verified.length).toBeLessThan(mutants * 0.5)
  expect(visits).toBe(0)
})

function stateOf(checked: Checked): ProvenanceState {
  return judge({ ...checked, tags: [] }, { canBeBroken: true }).provenance
}

/** Returns the offsets of the content of an outermost box. For credentials, those of the manifest store in it. */
function placesOf(film: Buffer, type: string): number[] {
  const start = film.indexOf(type) + 4 + (type === 'uuid' ? 37 : 0)
  const end = film.indexOf(type) - 4 + film.readUInt32BE(film.indexOf(type) - 4)
  return Array.from({ length: end - start }, (_, index) => start + index)
}

async function checkAll(files: Buffer[]): Promise<Checked[]> {
  const found: Checked[] = []
  for (let first = 0; first < files.length; first += FILES_A_PROCESS) {
    const paths = files.slice(first, first + FILES_A_PROCESS).map((_, index) => join(folder, `${first + index}.mp4`))
    await Promise.all(paths.map((path, index) => writeFile(path, files[first + index]!)))
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, 'check.fixture.ts'), join(folder, 'anchors.pem'), ...paths],
      { env: {}, maxBuffer: 50e6 },
    )
    found.push(
      ...stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Checked),
    )
    await Promise.all(paths.map((path) => rm(path)))
  }
  return found
}
