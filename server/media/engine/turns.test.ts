import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { MediaResults } from '../results.ts'
import type { ManifestsRequest } from '../tasks.ts'
import { draftManifests } from './draft-manifests.ts'
import * as engine from './engine.ts'

const clip = import.meta.filename
const out = '/tmp/out'

/** One call for each kind of child. A new kind does not compile without a line here. */
const kinds: Record<keyof MediaResults, (options: engine.MediaOptions) => Promise<unknown>> = {
  inspect: (options) => engine.inspectVideo(clip, options),
  'private-data': (options) => engine.findPrivateData(clip, options),
  credentials: (options) => engine.checkCredentials(clip, options),
  'manifest-store': (options) => engine.lookUpSigners(clip, options),
  poster: (options) => engine.renderPoster(clip, out, options),
  preview: (options) => engine.renderPreview(clip, out, options),
  stream: (options) => engine.renderStream(clip, out, options),
  avatar: (options) => engine.renderAvatar(clip, out, options),
  fingerprint: (options) => engine.takeFingerprint(clip, options),
  manifests: (options) => draftManifests(clip, { filePaths: [clip] } as ManifestsRequest, options),
  workflow: (options) => engine.readWorkflow(clip, options),
}

test.each(Object.entries(kinds))('the child for %s starts only while its request has a slot', async (_, start) => {
  const turn = { run: () => Promise.reject(new Error('in this turn')) }
  await expect(start({ turn })).rejects.toThrow('in this turn')
})

test('a turn runs one child process at a time and refuses one after it has ended', async () => {
  const refusal = 'one media child at a time, and none once it is over'
  const over = await engine.inTurn(async (turn) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = turn.run(() => promise)
    await expect(turn.run(async () => {})).rejects.toThrow(refusal)
    resolve()
    await first
    expect(await turn.run(async () => 'next')).toBe('next')
    return turn
  })
  await expect(over.run(async () => {})).rejects.toThrow(refusal)
})

test('only jobs start media children outside of the limit for requests', async () => {
  const sources = await readSources(join(import.meta.dirname, '../..'))
  const filesWith = (word: RegExp) => sources.filter(({ text }) => word.test(text)).map(({ name }) => name)
  expect(filesWith(/\bjobTurn\b/).filter((name) => !name.endsWith('.jobs.ts'))).toEqual([
    'media/engine/child/turns.ts',
    'media/engine/engine.ts',
  ])
  // Every media child is started by `runInChild` (`child-process.ts`). The other files never start one.
  expect(filesWith(/from 'node:child_process'/)).toEqual([
    'confinement/confinement.ts',
    'confinement/probe.mjs',
    'data-dir/account.ts',
    'embedded/cluster.ts',
    'embedded/postmaster.ts',
    'media/engine/child/child-process.ts',
    'media/engine/child/reply.ts',
  ])
})

async function readSources(folder: string): Promise<{ name: string; text: string }[]> {
  const names = (await readdir(folder, { recursive: true })).filter(
    (name) => /\.(ts|mjs)$/.test(name) && !/\.(test|suite|fixture)\.ts$|^test\//.test(name),
  )
  return Promise.all(names.toSorted().map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })))
}
