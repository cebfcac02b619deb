import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Provenance } from '../../../../contract/videos/provenance.ts'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import { createAuthority, signClip } from '../../../test/media/signed-clips.ts'
import { jobOf, publish, testApp } from '../../../test/test-app.ts'
import { checkVideo } from './check-credentials.jobs.ts'

const t = testApp()

test('a clip of more than 50 MB is published before its credentials are checked', async () => {
  const authority = await createAuthority('OpenAI')
  t.deps.config.operatorAnchors = authority.root
  const { caller } = await t.signUp()
  const box = Buffer.alloc(51 * 1024 ** 2)
  box.writeUInt32BE(box.length)
  // The box is not `free`, because `free` boxes are not signed.
  box.write('mdat', 4)
  const signed = await signClip(Buffer.concat([await readFile(sampleClip('plain-h264.mp4')), box]), authority)
  const changed = Buffer.from(signed)
  changed[changed.length - 1] = 1
  const [whole, other] = [await publish(caller, signed), await publish(caller, changed)]
  const provenanceOf = async (id: string) => (await t.visitor.get(`/api/videos/${id}/provenance`)).json<Provenance>()
  for (const { id } of [whole, other]) {
    expect(await provenanceOf(id)).toMatchObject({ state: 'creator', check: 'pending', reason: null })
    await checkVideo(t.deps, jobOf({ videoId: id }))
  }
  expect(await provenanceOf(whole.id)).toMatchObject({ state: 'verified', check: 'done', tool: 'Sora' })
  expect(await provenanceOf(other.id)).toMatchObject({ state: 'creator', check: 'impossible', reason: 'changedHere' })
})
