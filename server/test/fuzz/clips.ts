import { insertVideos, type TestApp } from '../test-app.ts'
import { sampleClip } from '../media/sample-clips.ts'

/** Creates videos with stored originals for generated requests. @returns The ids of both. */
export async function insertClips(
  t: TestApp,
  ownerId: string,
  count: number,
): Promise<{ id: string; originalId: string }[]> {
  const ids = await insertVideos(t, ownerId, count)
  const clips = await t.db.selectFrom('videos').select(['id', 'originalId']).where('id', 'in', ids).execute()
  for (const { originalId } of clips) {
    const { sizeBytes } = await t.deps.storage.writeFile(originalId, sampleClip('plain-h264.mp4'))
    await t.change('objects', originalId, { sizeBytes })
  }
  return clips
}
