import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testFormats } from './formats.suite.ts'
import { writeClip } from '../../test/media/generated-clip.ts'
import { sizeOf } from '../../test/run-size.ts'
import { renderPreview } from '../engine/engine.ts'

testFormats(sizeOf({ quick: { every: 5 }, deep: { every: 1 } }))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-formats-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a preview carries no tags of the original', async () => {
  const path = join(folder, 'tagged.mp4')
  const tags = { title: 'Mallory’s birthday', location: '+52.5200+013.4050/', artist: 'Mallory', comment: 'at home' }
  writeClip(path, { tags })
  expect((await readFile(path)).includes('Mallory')).toBe(true)
  await renderPreview(path, `${path}.preview`)
  const preview = await readFile(`${path}.preview`)
  for (const secret of ['Mallory', '52.52', 'at home']) expect(preview.includes(secret)).toBe(false)
})
