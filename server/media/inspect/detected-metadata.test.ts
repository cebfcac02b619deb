import { BufferSource, Input, MP4, WEBM } from 'mediabunny'
import { expect, test } from 'vitest'
import { findPrivateData } from '../../../contract/media/private-data/containers/find-private-data.ts'
import { bytesOfClip } from '../../test/media/generated-clip.ts'
import { iTunesTags, quickTimeTags, withMovieBoxes } from '../../test/media/generated-metadata.ts'
import { quotePrivate } from '../../../contract/media/detected-metadata/quotes.ts'
import { readTags } from '../../../contract/media/detected-metadata/tags.ts'
import { findWorkflows } from '../../../contract/media/detected-metadata/workflow.ts'

const small = { width: 64, height: 64, seconds: 0.1 }
const mp4 = bytesOfClip(small)
const webm = (tags: Record<string, string>) => bytesOfClip({ ...small, muxer: 'webm', codec: 'libvpx-vp9', tags })

const graph = {
  1: { class_type: 'UNETLoader', inputs: { unet_name: 'video\\wan2.2_t2v_14B.safetensors' } },
  2: { class_type: 'CLIPTextEncode', inputs: { text: 'A lighthouse in fog', clip: ['9', 0] } },
  3: { class_type: 'CLIPTextEncode', inputs: { text: 'blurry, text', clip: ['9', 0] } },
  4: { class_type: 'KSampler', inputs: { model: ['1', 0], positive: ['2', 0], negative: ['3', 0], seed: 7 } },
  5: { class_type: 'LoadImage', inputs: { image: '/home/canary/me.png', api_key: 'sk-canary0123456789abcdef' } },
}
/** ComfyUI writes numbers that are not valid JSON. */
const written = JSON.stringify(graph).replace('"seed":7', '"seed":NaN')
const workflow = JSON.stringify({ last_node_id: 5, nodes: [{ id: 1, widgets_values: ['/home/canary/me.png'] }] })
const comfyui = { tool: 'ComfyUI', model: 'wan2.2_t2v_14B', prompt: 'A lighthouse in fog' }

async function tagsOf(film: Buffer) {
  using input = new Input({ source: new BufferSource(film), formats: [MP4, WEBM] })
  return (await input.getMetadataTags()).raw ?? {}
}

test.each([
  ['an MP4 of ComfyUI', withMovieBoxes(mp4, quickTimeTags({ prompt: written, workflow })), comfyui],
  ['a WebM of ComfyUI', webm({ WORKFLOW: workflow, PROMPT: written }), comfyui],
  [
    'an MP4 of Wan2GP',
    withMovieBoxes(
      mp4,
      iTunesTags({
        '©cmt': JSON.stringify({ type: 'WanGP v10.70 by DeepBeepMeep - LTX-2 Distilled 19B', prompt: 'A dog' }),
        '----:com.apple.iTunes:EMBEDDED_IMAGES': Buffer.from('a picture of somebody'),
        '----:com.apple.iTunes:IMAGE_METADATA': '{"image_start":[{"index":0,"filename":"canary.png"}]}',
      }),
    ),
    { tool: 'Wan2GP', model: 'LTX-2 Distilled 19B', prompt: 'A dog' },
  ],
  [
    'an MP4 of Kling',
    withMovieBoxes(mp4, quickTimeTags({ AIGC: '{"Label":"1","ContentProducer":"kling","ProduceID":"9"}' })),
    { tool: 'Kling', mark: 'made by AI' },
  ],
  [
    'a download from TikTok',
    withMovieBoxes(mp4, quickTimeTags({ aigc_info: '{"aigc_label_type":2}', comment: 'vid:v09044' })),
    { mark: 'made by AI' },
  ],
  [
    'a WebM of a web interface',
    webm({ comment: 'A cat\non a mat\nNegative prompt: dog\nSteps: 20, Sampler: Euler, Model: svd_xt' }),
    { prompt: 'A cat\non a mat', model: 'svd_xt' },
  ],
  ['a file that names its encoder', mp4, {}],
  [
    'a file of a camera',
    withMovieBoxes(mp4, quickTimeTags({ 'com.apple.quicktime.software': 'macOS 14.6 (23G93)', title: 'Sora' })),
    {},
  ],
])('the statements of %s are read', async (_, film, said) => {
  expect(readTags(await tagsOf(film))).toEqual(said)
})

test('private data is grouped by kind, and keys are quoted only in part', async () => {
  const tags = await tagsOf(withMovieBoxes(mp4, quickTimeTags({ prompt: written, workflow })))
  expect(quotePrivate(tags)).toEqual({
    model: ['video\\wan2.2_t2v_14B.safetensors'],
    path: ['/home/canary/me.png'],
    prompt: ['A lighthouse in fog', 'blurry, text'],
    secret: ['api_key: sk-…'],
  })
  const note = { note: JSON.stringify({ text: 'use sk-canary0123456789abcdef for it' }) }
  expect(JSON.stringify(quotePrivate(note))).not.toContain('canary')
})

test('pictures in a tag of a file count as an attachment', async () => {
  const film = withMovieBoxes(mp4, iTunesTags({ '----:com.apple.iTunes:EMBEDDED_IMAGES': Buffer.from('a picture') }))
  const read = (offset: number, length: number) => film.subarray(offset, offset + length)
  expect((await findPrivateData({ sizeBytes: film.length, read })).kinds).toEqual(['attachment'])
})

test.each([
  [1, 'made by AI'],
  [2, 'possibly made by AI'],
  [3, 'suspected to be made by AI'],
])('a mark of kind %d says that the clip is %s', (Label, mark) => {
  expect(
    readTags({ AIGC: JSON.stringify({ Label: String(Label), ContentProducer: '001191440300708461136T' }) }),
  ).toEqual({ mark })
})

test.each([
  [
    'beyond the length of any graph',
    JSON.stringify({ ...graph, 6: { class_type: 'Note', text: 'x'.repeat(262_144) } }),
  ],
  ['with more nodes than any real workflow', JSON.stringify(Array(2_001).fill(graph[2]).reduce(numbered, {}))],
  ['that is cut off', written.slice(0, -9)],
  ['without nodes', '{}'],
])('no statement is read from a graph %s', (_, text) => {
  expect(readTags({ prompt: text })).toEqual({})
})

function numbered(all: object, node: object, index: number): object {
  return Object.assign(all, { [index]: node })
}

test('a prompt is found even if several nodes separate it from the sampler', () => {
  const between = {
    1: { class_type: 'SamplerCustomAdvanced', inputs: { guider: ['2', 0], noise: ['9', 0] } },
    2: { class_type: 'BasicGuider', inputs: { conditioning: ['3', 0], model: ['8', 0] } },
    3: { class_type: 'FluxGuidance', inputs: { conditioning: ['4', 0], guidance: 3.5 } },
    4: { class_type: 'CLIPTextEncode', inputs: { text: ['5', 0], clip: ['8', 1] } },
    5: { class_type: 'PrimitiveString', inputs: { value: 'Rain on glass', conditioning: ['1', 0] } },
    6: { class_type: 'CLIPTextEncode', inputs: { text: 'Used by nobody' } },
  }
  expect(readTags({ prompt: JSON.stringify(between) })).toEqual({ tool: 'ComfyUI', prompt: 'Rain on glass' })
  const service = { 1: { class_type: 'KlingTextToVideoNode', inputs: { prompt: 'A kite', negative_prompt: 'cloud' } } }
  expect(readTags({ prompt: JSON.stringify(service) })).toEqual({ tool: 'ComfyUI', prompt: 'A kite' })
})

test('the editable workflow comes first, regardless of its place in the file', () => {
  const drawing = JSON.parse(workflow) as object
  const run = JSON.parse(written.replace('NaN', 'null')) as object
  const settings = { type: 'WanGP v10.70', prompt: 'A dog' }
  expect(findWorkflows({ prompt: written, workflow })).toEqual([drawing, run])
  expect(findWorkflows({ '©cmt': JSON.stringify({ prompt: written, workflow: drawing }) })).toEqual([drawing, run])
  expect(findWorkflows({ comment: JSON.stringify(settings) })).toEqual([settings])
})

test.each([
  ['cut off', written.slice(0, -5)],
  ['longer than any real workflow', JSON.stringify({ links: [], nodes: ['x'.repeat(300_000)] })],
  [
    'a list of more nodes than any real workflow has',
    JSON.stringify({ links: [], nodes: Array.from({ length: 2_001 }, () => 1) }),
  ],
  ['something else', '{"a":1,"type":"film","nodes":[]}'],
  ['not JSON', 'A dog, at sea'],
])('a value that is %s is not a workflow', (_, text) => {
  expect(findWorkflows({ workflow: text })).toEqual([])
})
