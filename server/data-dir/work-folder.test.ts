import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { emptyWorkFolder, makeOwnWorkFolder } from './work-folder.ts'
import { testFolder } from '../test/test-folder.ts'
import { startFixture } from '../test/start-fixture.ts'

let dataDir: string
beforeEach(() => {
  dataDir = testFolder()
})

const folders = () => readdirSync(join(dataDir, 'work')).filter((name) => !name.includes('.lock'))

test('leftovers of crashed processes are removed, and folders of running processes stay', async () => {
  const ours = await makeOwnWorkFolder(dataDir)
  writeFileSync(join(ours.path, 'half'), '')
  const { line: theirs, kill } = await startFixture(import.meta.dirname, 'work-folder.fixture.ts', dataDir)
  writeFileSync(join(theirs, 'half'), '')
  const third = await makeOwnWorkFolder(dataDir)
  expect(folders().toSorted()).toEqual([ours.path, theirs, third.path].map((path) => basename(path)).toSorted())
  expect([readdirSync(ours.path), readdirSync(theirs)]).toEqual([['half'], ['half']])

  await kill()
  third.remove()
  const fourth = await makeOwnWorkFolder(dataDir)
  expect(folders().toSorted()).toEqual([ours.path, fourth.path].map((path) => basename(path)).toSorted())
  expect(readdirSync(ours.path)).toEqual(['half'])
  for (const folder of [ours, fourth]) folder.remove()
  expect(readdirSync(join(dataDir, 'work'))).toEqual([])
})

test('concurrent processes get separate folders', async () => {
  const made = await Promise.all(Array.from({ length: 10 }, () => makeOwnWorkFolder(dataDir)))
  expect(folders()).toHaveLength(10)
  for (const folder of made) folder.remove()
})

test('shared and exclusive processes remove each other’s leftovers', async () => {
  mkdirSync(join(dataDir, 'work', 'render-1'), { recursive: true })
  const { remove } = await makeOwnWorkFolder(dataDir)
  expect(folders()).toHaveLength(1)
  remove()
  writeFileSync(join(dataDir, 'work', 'left'), '')
  expect(readdirSync(emptyWorkFolder(dataDir).path)).toEqual([])
})
