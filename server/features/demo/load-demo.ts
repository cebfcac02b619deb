import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Db } from '../../db/connect.ts'
import type { Deps } from '../../deps.ts'
import { hashPassword } from '../auth/passwords.ts'
import { createPendingObject, markStored } from '../uploads/objects.queries.ts'
import { createUser, updateUser } from '../users/users.queries.ts'
import { publishVideo } from '../videos/publish-video.ts'
import { demoClips, demoCreators, type DemoClip } from './demo.content.ts'

const clipsFolder = new URL('./clips/', import.meta.url)

// Nobody receives mail there (RFC 2606), so nobody can claim these accounts.
const emailOf = (username: string) => `${username}@demo.invalid`

/**
 * Fills an empty site with our own clips, so that the first look at it is alive. They are published as anybody's are.
 * A load that was cut off goes on at the next start; once a person has registered, the site is theirs and nothing is
 * added any more.
 */
export async function loadDemo(deps: Deps): Promise<void> {
  const { db } = deps
  const person = await db
    .selectFrom('users')
    .select('id')
    .where('email', 'not like', emailOf('%'))
    .limit(1)
    .executeTakeFirst()
  if (person) return

  const idOf = new Map<string, string>()
  for (const creator of demoCreators) idOf.set(creator.username, await findOrCreate(db, creator))
  const loaded = await db.selectFrom('videos').select(['userId', 'title']).execute()
  for (const clip of demoClips) {
    const userId = idOf.get(clip.creator)
    if (!userId) throw new Error(`The demo clip '${clip.title}' has no creator`)
    const isLoaded = loaded.some((video) => video.userId === userId && video.title === clip.title)
    if (!isLoaded) await publishClip(deps, userId, clip)
  }
}

async function findOrCreate(db: Db, { username, ...profile }: (typeof demoCreators)[number]): Promise<string> {
  const known = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst()
  if (known) return known.id
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'))
  const { id } = await createUser(db, { email: emailOf(username), passwordHash })
  await updateUser(db, id, { username, ...profile })
  return id
}

async function publishClip(deps: Deps, userId: string, { fileName, title, caption, prompt, tags, toolUsed }: DemoClip) {
  const objectId = await createPendingObject(deps.db, userId)
  const { sizeBytes } = await deps.storage.writeFile(objectId, fileURLToPath(new URL(fileName, clipsFolder)))
  await markStored(deps.db, objectId, sizeBytes)
  const videoUrl = `/objects/${objectId}`
  await publishVideo(deps, userId, { title, caption, prompt, tags: tags.join(', '), toolUsed, videoUrl })
}
