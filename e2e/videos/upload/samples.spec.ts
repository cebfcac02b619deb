import { sampleClip } from '../../../server/test/media/sample-clips.ts'
import { publishAndWatch } from './publish-and-watch.ts'
import { inMotion, test } from '../../support/test.ts'

// Tests one kind of file; samples.deep.spec.ts tests more.
test.use(inMotion)

test('rotated-90.mp4 is published and plays on the wall in its true ratio', async ({ page }) => {
  await publishAndWatch(page, sampleClip('rotated-90.mp4'), 360 / 640)
})
