import { BufferSource, Input, MP4 } from 'mediabunny'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bytesOfClip } from '../../test/media/generated-clip.ts'
import {
  box,
  quickTimeTags,
  quickTimeText,
  withMovieBoxes,
  XMP_UUID,
  xmp,
} from '../../test/media/generated-metadata.ts'
import { sharedFolder } from '../../test/test-folder.ts'
import { inspectVideo } from '../engine/engine.ts'
import { readTags } from './tags.ts'

const folder = sharedFolder()
const clip = bytesOfClip({ width: 64, height: 48, seconds: 0.1 })

async function tagsOf(film: Buffer) {
  using input = new Input({ source: new BufferSource(film), formats: [MP4] })
  return await readTags(input)
}

test.each<[string, Record<string, string>, string, string | null]>([
  ['TikTok', { aigc_info: '{"aigc_label_type":2}' }, 'mixed', null],
  ['ComfyUI', { prompt: '{"3":{"class_type":"KSampler","inputs":{"cfg":NaN}}}' }, 'generated', 'ComfyUI'],
  ['Wan2GP', { comment: '{"type":"WanGP v10.70 by DeepBeepMeep - LTX-2","prompt":"A dog"}' }, 'generated', 'Wan2GP'],
  ['Dreamina', { comment: '{"product":"dreamina","exportType":"generation"}' }, 'generated', 'Dreamina'],
])('the statement of %s is read', async (_, tags, says, tool) => {
  const found = await tagsOf(withMovieBoxes(clip, quickTimeTags(tags)))
  expect(found).toMatchObject([{ field: Object.keys(tags)[0], says, tool }])
})

test('the name of an encoder and unrelated comments are no statements', async () => {
  const film = withMovieBoxes(
    clip,
    box('udta', quickTimeText('©too', 'Google'), quickTimeText('©nam', 'Sora')),
    quickTimeTags({
      comment: '{"product":"capcut","exportType":"edit"}',
      description: 'Made with WanGP',
      constructor: 'x',
    }),
  )
  expect(await tagsOf(film)).toEqual([])
})

test('only the first of many source types in an XMP packet are read', async () => {
  const types = Array.from({ length: 30 }, (_, i) => `http://cv.iptc.org/newscodes/digitalsourcetype/other${i}`)
  const packet = xmp(
    types.map((type) => `<Iptc4xmpExt:DigitalSourceType>${type}</Iptc4xmpExt:DigitalSourceType>`).join(''),
  )
  const path = join(folder, 'many-types.mp4')
  await writeFile(path, Buffer.concat([clip, box('uuid', XMP_UUID, packet)]))
  const { tags } = await inspectVideo(path)
  expect(tags.map(({ value }) => value)).toEqual(types.slice(0, 10))
})
