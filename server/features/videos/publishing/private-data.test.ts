import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPrivateData } from '../../../../contract/media/private-data/containers/find-private-data.ts'
import { publish, testApp } from '../../../test/test-app.ts'
import { sharedFolder } from '../../../test/test-folder.ts'
import { everyNth } from '../../../test/every-nth.ts'
import { containerOfVideo } from '../../../media/decode/containers.ts'
import { type ClipKind, writeClip } from '../../../test/media/generated-clip.ts'
import {
  attachment,
  box,
  C2PA_UUID,
  iTunesTags,
  quickTimeTags,
  quickTimeText,
  simpleTag,
  uint32,
  withMovieBoxes,
  withSegmentElements,
  XMP_UUID,
  xmp,
} from '../../../test/media/generated-metadata.ts'
import { objectIdIn } from '../upload/upload-address.ts'
import { VideoSource } from '../../../media/decode/video-source.ts'
import { sizeOf } from '../../../test/run-size.ts'

/** Private data that must not occur in served files. */
const place = '+52.5200+013.4050/'
const person = 'Ada Canary'
const photo = '/home/canary/pictures/me at home.png'
const windowsPath = 'C:\\Users\\canary\\loras\\secret style.safetensors'
const key = 'sk-canary0123456789abcdefghij'
const words = 'a canary in a mine'
const picture = Buffer.from('canary picture, which nobody should see, as a source image')
const canaries = [/canary/i, /52\.52/, /13\.40/, /2026-05-17/, /GoProCam/]

const graph = JSON.stringify({
  3: { class_type: 'CLIPTextEncode', inputs: { text: words } },
  4: { class_type: 'LoadImage', inputs: { image: photo, api_key: key } },
})
const workflow = JSON.stringify({ last_node_id: 4, nodes: [{ widgets_values: [windowsPath, person] }] })
const aigc = '{"Label":"1","ContentProducer":"kling","ProduceID":"42","ContentPropagator":"","PropagateID":""}'
const aiWords = '{"aigc_label_type":2}'
const dreamina = (extra = '') => `{"product":"dreamina","exportType":"generation"${extra}}`
const sourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'
const aiXmp = `<Iptc4xmpExt:DigitalSourceType>${sourceType}</Iptc4xmpExt:DigitalSourceType>`
const gpsXmp = `<exif:GPSLatitude>52.5200N ${person}</exif:GPSLatitude>`
const credentials = box('uuid', C2PA_UUID, uint32(0), 'manifest\0', 'jumb and what OpenAI signed, canaries excepted')
// Kept credentials must stay unchanged, so these contain no private data.
const signed = Buffer.from(credentials.toString('latin1').replace('canaries', 'nothing!'), 'latin1')
/** Returns a line of a drone's subtitles, with its location. */
const drone = (second: number) => `GPS (13.4050, 52.5200, ${second}) canary`

interface MadeFile {
  of: string
  kind?: ClipKind
  add?: (film: Buffer) => Buffer
  /** Data that must still be there after cleaning. */
  kept?: (string | Buffer)[]
  kinds: string[]
}

const made: MadeFile[] = [
  {
    of: 'an MP4 of ComfyUI, with names in keys',
    add: (film) => withMovieBoxes(film, quickTimeTags({ prompt: graph, workflow })),
    kinds: ['model', 'path', 'prompt', 'secret', 'workflow'],
  },
  {
    of: 'an MP4 of VideoHelperSuite, with all of it in a comment',
    add: (film) => withMovieBoxes(film, iTunesTags({ '©cmt': JSON.stringify({ prompt: graph, workflow }) })),
    kinds: ['model', 'note', 'path', 'prompt', 'secret', 'workflow'],
  },
  {
    of: 'an MP4 of Wan2GP, with the pictures it was made from',
    add: (film) =>
      withMovieBoxes(
        film,
        iTunesTags({
          '©cmt': JSON.stringify({ prompt: words, seed: 1, model_filename: windowsPath, type: 'WanGP v9' }),
          '----:com.apple.iTunes:EMBEDDED_IMAGES': picture,
          '----:com.apple.iTunes:IMAGE_METADATA': JSON.stringify({ file: photo }),
          covr: picture,
        }),
      ),
    kinds: ['attachment', 'model', 'note', 'path', 'prompt'],
  },
  {
    of: 'a Matroska of Wan2GP, with attachments',
    kind: { muxer: 'matroska', tags: { comment: graph, artist: person, location: place, title: 'The harbour' } },
    add: (film) => withSegmentElements(film, attachment('canary.png', picture), simpleTag('AIGC', aigc)),
    kept: [aigc, 'The harbour'],
    kinds: ['attachment', 'note', 'path', 'person', 'place', 'prompt', 'secret', 'workflow'],
  },
  {
    of: 'a WebM of ComfyUI',
    kind: { muxer: 'webm', codec: 'libvpx-vp9', tags: { PROMPT: graph, WORKFLOW: workflow } },
    kinds: ['model', 'path', 'prompt', 'secret', 'workflow'],
  },
  {
    of: 'a MOV of a camera',
    kind: {
      muxer: 'mov',
      tags: { creation_time: '2026-05-17T01:02:03Z', location: place, title: 'The harbour' },
      captions: [
        { codec: 'mov_text', cues: [0, 0.1, 0.2].map((at) => ({ at, seconds: 0.1, text: drone(at) })) },
        { codec: 'mov_text', cues: [{ at: 0, seconds: 0.3, text: 'Genuine subtitle' }] },
      ],
    },
    add: (film) =>
      withMovieBoxes(
        film,
        box('udta', quickTimeText('©aut', person), quickTimeText('©mod', 'GoProCam'), box('XMP_', xmp(gpsXmp + aiXmp))),
        quickTimeTags({ 'com.apple.quicktime.location.ISO6709': place, 'com.apple.quicktime.make': 'Canary & Co' }),
        box('gps ', uint32(0, 0), 'canary'),
      ),
    kept: ['The harbour', 'Genuine subtitle', aiXmp],
    kinds: ['date', 'device', 'measurements', 'note', 'person', 'place'],
  },
  {
    of: 'an MP4 of Kling, with a note beside its mark',
    add: (film) => withMovieBoxes(film, quickTimeTags({ AIGC: aigc, comment: `made by ${person}` })),
    kept: [aigc],
    kinds: ['note'],
  },
  {
    of: 'an MP4 of TikTok',
    add: (film) =>
      withMovieBoxes(film, quickTimeTags({ aigc_info: aiWords, comment: 'vid:v12044gd0000', author: person })),
    kept: [aiWords, 'vid:v12044gd0000'],
    kinds: ['person'],
  },
  {
    of: 'an MP4 of Dreamina, with private data in its mark',
    add: (film) => withMovieBoxes(film, iTunesTags({ '©cmt': dreamina(`,"draft":"${photo}","os":"${person}"`) })),
    kept: ['{"product":"dreamina","exportType":"generation","draft":"'],
    kinds: ['note', 'path'],
  },
  {
    of: 'an MP4 with content credentials and private things',
    add: (film) =>
      Buffer.concat([
        withMovieBoxes(film, quickTimeTags({ prompt: graph }), box('uuid', XMP_UUID, xmp(gpsXmp))),
        signed,
        box('free', 'left behind by canary'),
      ]),
    kept: [signed],
    kinds: ['note', 'path', 'place', 'prompt', 'secret', 'workflow'],
  },
  {
    of: 'an AVI',
    kind: { muxer: 'avi', tags: { artist: person, comment: graph, date: '2026-05-17' } },
    kinds: ['date', 'note', 'path', 'person', 'prompt', 'secret', 'workflow'],
  },
  {
    of: 'an FLV',
    kind: { muxer: 'flv', codec: 'flv', tags: { artist: person, comment: graph, location: place } },
    kinds: ['note', 'path', 'person', 'place', 'prompt', 'secret', 'workflow'],
  },
  {
    of: 'a WMV',
    kind: {
      muxer: 'asf',
      codec: 'wmv2',
      tags: { artist: person, comment: graph, location: place, 'WM/Year': '2026-05-17' },
    },
    kinds: ['date', 'note', 'path', 'person', 'place', 'prompt', 'secret', 'workflow'],
  },
  {
    of: 'a transport stream',
    kind: { muxer: 'mpegts', tags: { service_name: 'Canary studio', service_provider: person } },
    kinds: ['note'],
  },
]

/** Interval of the files to test: 1 for all, 3 for every third. */
const every = sizeOf({ quick: 3, deep: 1 })

const t = testApp()
const folder = sharedFolder()

test.each(everyNth(made, every))(
  'no private data is published with $of',
  async ({ kind = {}, add, kept = [], kinds }) => {
    const { caller } = await t.signUp()
    const path = join(folder, 'clip')
    writeClip(path, kind)
    const film = await readFile(path)
    const file = add ? add(film) : film
    await writeFile(path, file)
    const pictures = await picturesOf(path)
    expect(pictures.length).toBeGreaterThan(5)

    const { videoUrl } = await publish(caller, file)
    const { rawPayload: served } = await t.visitor.get(videoUrl)

    expect(served.length).toBe(file.length)
    const read = (at: number, length: number) => file.subarray(at, at + length)
    const { edits } = await findPrivateData({ sizeBytes: file.length, read })
    const unedited = Buffer.from(served)
    for (const { offset, sizeBytes } of edits) file.copy(unedited, offset, offset, offset + sizeBytes)
    expect(unedited.equals(file)).toBe(true)
    const text = served.toString('latin1')
    for (const canary of canaries)
      for (const each of [text, text.replaceAll('\0', '')]) expect(each).not.toMatch(canary)
    for (const mark of kept) expect(served.includes(mark)).toBe(true)
    await writeFile(path, served)
    expect(await picturesOf(path)).toEqual(pictures)

    const record = await t.row('cleanedOriginals', { objectId: objectIdIn(videoUrl)! })
    expect(record.kinds.toSorted()).toEqual(kinds)
    expect(record.heldCredentials).toBe(kept.includes(signed))
    expect(record.changedBytes).toBeGreaterThan(0)
  },
)

/** Returns a hash of each decoded frame. */
async function picturesOf(path: string): Promise<string[]> {
  const source = new VideoSource(path, await containerOfVideo(path), { threads: 1 })
  return Array.from(source.frames(), (frame) => createHash('sha256').update(frame.toBuffer()).digest('hex'))
}
