import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { counted } from '../../../format/in-words.ts'
import type { Deps } from '../../../setup/deps.ts'
import { setAvatar } from '../../social/profiles/set-avatar.ts'
import { createPendingObject, markStored } from '../../../objects/objects.queries.ts'
import { objectPath } from '../../../objects/object-address.ts'
import { createUser } from '../../account/users/create-user.ts'
import { updateUser } from '../../social/profiles/profiles.queries.ts'
import { publishVideo } from '../../videos/publishing/publish-video.ts'
import { demo, type DemoClip, type DemoCreator, type Samples } from './demo.content.ts'
import { isDemoRemoved, removeSamples } from './remove-demo.ts'

const clipsFolder = new URL('./clips/', import.meta.url)
/** Avatars cut from the clips, one per username. */
const avatarsFolder = new URL('./avatars/', import.meta.url)

// This domain receives no mail (RFC 2606), so these accounts cannot be claimed.
const emailOf = (username: string) => `${username}@demo.invalid`

interface LoadOptions {
  samples?: Samples
  log?: (line: string) => void
  signal?: AbortSignal | undefined
}

/**
 * Fills an empty site with sample clips. They are published like all clips, by creators that are marked as samples. A
 * load that was cut off resumes at the next start. Once a person has registered, no samples are added. Removed samples
 * never come back.
 *
 * @param options.log Receives a message when loading begins, because loading can take a minute.
 * @param options.signal Ends the load after the current clip.
 * @returns Whether the site shows only the samples.
 */
export async function loadDemo(
  deps: Deps,
  { samples = demo, log = () => {}, signal }: LoadOptions = {},
): Promise<boolean> {
  const { db } = deps
  if (await isDemoRemoved(db)) {
    // A load that was cut off may have added samples after the removal.
    await removeSamples(deps)
    return false
  }
  const person = await db.selectFrom('users').select('id').where('isSample', '=', false).limit(1).executeTakeFirst()
  if (person) return false
  try {
    await loadAll(deps, { samples, log, signal })
  } catch (error) {
    if (!(await isDemoRemoved(db))) throw error
  }
  // The samples were removed during loading, possibly before the last of them was added.
  const isRemoved = await isDemoRemoved(db)
  if (isRemoved) await removeSamples(deps)
  return !isRemoved
}

async function loadAll(
  deps: Deps,
  { samples: { creators, clips }, log, signal }: LoadOptions & Required<Pick<LoadOptions, 'samples' | 'log'>>,
): Promise<void> {
  const idOf = new Map<string, string>()
  for (const creator of creators) idOf.set(creator.username, await findOrCreate(deps, creator))
  const loaded = await deps.db.selectFrom('videos').select(['userId', 'title']).execute()
  const isLoaded = ({ creator, title }: DemoClip) =>
    loaded.some((video) => video.userId === idOf.get(creator) && video.title === title)
  const missing = clips.filter((clip) => !isLoaded(clip))
  if (missing.length > 0) log(`Adding ${counted(missing.length, 'sample clip')}…`)
  for (const clip of missing) {
    if (signal?.aborted) return
    const userId = idOf.get(clip.creator)
    if (!userId) throw new Error(`The demo clip '${clip.title}' has no creator`)
    const { fileName, title, caption, prompt, tags } = clip
    const videoUrl = await store(deps, userId, new URL(fileName, clipsFolder))
    await publishVideo(deps, userId, { title, caption, prompt, tags: tags.join(', '), toolUsed: 'other', videoUrl })
  }
}

/** Runs each step unless an earlier load has already done it. */
async function findOrCreate(deps: Deps, { username, ...profile }: DemoCreator): Promise<string> {
  const { db } = deps
  const email = emailOf(username)
  const known = await db
    .selectFrom('users')
    .select(['id', 'username', 'avatarUrl'])
    .where('email', '=', email)
    .executeTakeFirst()
  const id = known?.id ?? (await createAccount(deps, email))
  if (!known?.avatarUrl) await setAvatar(deps, id, await store(deps, id, new URL(`${username}.webp`, avatarsFolder)))
  if (!known?.username) await updateUser(db, id, { username, ...profile })
  return id
}

async function createAccount({ db, passwords }: Deps, email: string): Promise<string> {
  const passwordHash = await passwords.hash(randomBytes(32).toString('base64url'))
  const { id } = await createUser(db, { email, passwordHash, isSample: true })
  return id
}

/** Stores a sample file as an upload of `userId`. */
async function store(deps: Deps, userId: string, file: URL): Promise<string> {
  const objectId = await createPendingObject(deps.db, { ownerId: userId })
  const { sizeBytes } = await deps.storage.writeFile(objectId, fileURLToPath(file))
  await markStored(deps.db, objectId, sizeBytes)
  return objectPath(objectId, null)
}
