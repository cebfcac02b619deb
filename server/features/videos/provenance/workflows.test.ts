import { expect, test } from 'vitest'
import type { Provenance } from '../../../../contract/videos/provenance.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { bytesOfClip, type ClipKind } from '../../../test/media/generated-clip.ts'
import { everyNth } from '../../../test/every-nth.ts'
import { sizeOf } from '../../../test/run-size.ts'
import { iTunesTags, quickTimeTags, withMovieBoxes } from '../../../test/media/generated-metadata.ts'
import { publish, testApp, testPerson } from '../../../test/test-app.ts'
import { findDifferences } from '../../site/doctor/find-differences.ts'
import { filesOf, linesOf, planOf } from '../../account/export/export.fixture.ts'
import { hideVideo, showVideo } from '../publishing/hide-video.ts'

const t = testApp()
const person = testPerson(t)

function clip(kind?: ClipKind): Buffer {
  return bytesOfClip({ width: 64, height: 48, seconds: 0.3, ...kind })
}
const mp4 = clip()

const photo = '/home/canary/pictures/dog.png'
const key = 'sk-canary0123456789abcdefghij'
const graph = {
  3: { class_type: 'CLIPTextEncode', inputs: { text: 'A dog at sea' } },
  4: { class_type: 'LoadImage', inputs: { image: photo, api_key: 'canary of no form' } },
  5: { class_type: 'KSampler', inputs: { positive: ['3', 0], seed: 7 } },
}
/** ComfyUI writes numbers that JSON does not support. */
const run = JSON.stringify(graph).replace('"seed":7', '"seed":NaN')
const editableOf = (...values: string[]) => ({ last_node_id: 5, links: [], nodes: [{ id: 4, widgets_values: values }] })
const editable = JSON.stringify(editableOf(photo, 'canary of no form', key))
const settings = {
  type: 'WanGP v10.70 by DeepBeepMeep - LTX-2',
  prompt: 'A dog',
  image_start: 'C:\\Users\\canary\\a.png',
}
const aigc = '{"Label":"1","ContentProducer":"kling","ProduceID":"42"}'
const picture = Buffer.from('canary picture, as it was given to the model')
/** Several tests publish this clip, because equal clips are inspected only once. */
const ofComfyUI = withMovieBoxes(mp4, quickTimeTags({ prompt: run, workflow: editable, AIGC: aigc }))
const shared = editableOf('dog.png', 'removed', 'removed')

const made: [string, () => Buffer | Promise<Buffer>, object, string][] = [
  ['an MP4 of ComfyUI', () => ofComfyUI, shared, aigc],
  [
    'a WebM of ComfyUI',
    () => clip({ muxer: 'webm', codec: 'libvpx-vp9', tags: { PROMPT: run, WORKFLOW: editable } }),
    shared,
    '',
  ],
  [
    'an MP4 of Wan2GP, with its pictures',
    () =>
      withMovieBoxes(
        mp4,
        iTunesTags({
          '©cmt': JSON.stringify(settings),
          '----:com.apple.iTunes:EMBEDDED_IMAGES': picture,
          '----:com.apple.iTunes:IMAGE_METADATA': `{"file":"${photo}"}`,
        }),
      ),
    { ...settings, image_start: 'a.png' },
    '',
  ],
]

const publishSharing = (film: Buffer, workflow?: string) => publish(person.caller, film, { workflow })

async function workflowOf(id: string): Promise<Provenance['workflow']> {
  return (await t.visitor.get(`/api/videos/${id}/provenance`)).json<Provenance>().workflow
}

test.each(everyNth(made, sizeOf({ quick: 2, deep: 1 })))(
  'the workflow of %s is shared without keys and folders',
  async (_, make, workflow, kept) => {
    const { id, videoUrl } = await publishSharing(await make(), 'share')
    const { url } = (await workflowOf(id))!
    const reply = await t.visitor.get(url!)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json',
      'content-disposition': 'attachment',
      'content-security-policy': expect.stringContaining('sandbox') as string,
    })
    expect(reply.json()).toEqual(workflow)
    expect(reply.body).not.toMatch(/canary/i)
    const { rawPayload: film } = await t.visitor.get(videoUrl)
    expect(film.toString('latin1').replaceAll('\0', '')).not.toMatch(/canary|A dog/i)
    expect(film.includes(kept)).toBe(true)
  },
)

test('without the creator’s consent the workflow is not shared', async () => {
  const [own, sharing] = [await publishSharing(ofComfyUI), await publishSharing(ofComfyUI, 'share')]
  expect(await workflowOf(own.id)).toBeNull()
  const bytesOf = async ({ videoUrl }: Video) => (await t.visitor.get(videoUrl)).rawPayload
  expect((await bytesOf(own)).equals(await bytesOf(sharing))).toBe(true)
  const body = { title: 'A clip', toolUsed: 'other', workflow: 'sell' }
  expect((await person.caller.post('/api/videos', body)).statusCode).toBe(400)
})

test('an unreadable workflow is shared without an address', async () => {
  const { id } = await publishSharing(withMovieBoxes(mp4, quickTimeTags({ workflow: run.slice(0, -5) })), 'share')
  expect(await workflowOf(id)).toEqual({ url: null })
})

test('a workflow is hidden, deleted and exported with its clip', async () => {
  const { id } = await publishSharing(ofComfyUI, 'share')
  const { url } = (await workflowOf(id))!
  const { parts } = await planOf(person.caller)
  const clips = linesOf(await filesOf(person.caller, parts[0]!), 'clips.ndjson')
  const file = `clips/${String(clips.find((each) => each.id === id)?.workflowFile)}`
  expect(JSON.parse(String((await filesOf(person.caller, parts[1]!)).get(file)))).toEqual(shared)
  await hideVideo(t.deps, id, 'file')
  expect((await t.visitor.get(url!)).statusCode).toBe(404)
  expect(await findDifferences(t.deps)).toEqual([])
  await showVideo(t.deps, id, 'file')
  expect((await t.visitor.get(url!)).statusCode).toBe(200)
  expect(await findDifferences(t.deps)).toEqual([])
  expect((await person.caller.delete(`/api/videos/${id}`)).statusCode).toBe(204)
  expect((await t.visitor.get(url!)).statusCode).toBe(404)
  expect(await t.rows('workflows', { videoId: id })).toEqual([])
})
