import { objectPath } from '../../../objects/object-address.ts'
import { sampleClip } from '../../../test/media/sample-clips.ts'
import type { TestApp } from '../../../test/test-app.ts'

/** Test helper: gives a person an avatar without decoding a picture. @returns Its path. */
export async function giveAvatar(t: TestApp, userId: string): Promise<string> {
  const { id } = await t.insert('objects', { state: 'pending' })
  const { sizeBytes } = await t.deps.storage.writeFile(id, sampleClip('plain-h264.mp4'))
  const avatarUrl = objectPath(id, 'image/webp')
  await t.change('objects', id, { state: 'published', ownerId: userId, contentType: 'image/webp', sizeBytes })
  await t.change('users', userId, { avatarUrl })
  return avatarUrl
}
