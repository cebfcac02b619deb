import { sampleClip } from '../../server/test/media/sample-clips.ts'
import { expectRefusals, publishAndWatch } from './publish-and-watch.ts'
import { inMotion, test } from '../support/test.ts'

// A sample of samples.deep.spec.ts.
test.use(inMotion)

test('rotated-90.mp4 is published in the browser and plays on the wall in its true ratio', async ({ page }) => {
  await publishAndWatch(page, sampleClip('rotated-90.mp4'), 360 / 640)
})

test('what is no video is refused with a sentence, and the form keeps what was typed @deep', async ({ page }) => {
  const files = (['sound-only.mp4', 'empty.mp4', 'nested-boxes.mp4'] as const).map(sampleClip)
  await expectRefusals(page, 'badfiles', files)
})
