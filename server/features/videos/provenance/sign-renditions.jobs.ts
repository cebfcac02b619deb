import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import { log } from '../../../errors/log.ts'
import type { JobRun } from '../../../jobs/jobs.ts'
import { draftManifests } from '../../../media/engine/draft-manifests.ts'
import { ifUnreadable, jobTurn } from '../../../media/engine/engine.ts'
import { MANIFEST_TYPE } from '../../../objects/object-address.ts'
import { deleteObjects, markDeleted, publishMade } from '../../../objects/objects.queries.ts'
import type { Deps } from '../../../setup/deps.ts'
import { version } from '../../../setup/version.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import { completeManifest } from '../../../signing/complete-manifest.ts'
import type { Storage } from '../../../storage/storage.ts'
import { storeContent } from './store-provenance.ts'
import { listUnsigned } from './unsigned-renditions.ts'

type SigningDeps = Pick<Deps, 'config' | 'db' | 'storage' | 'signals' | 'workFolder' | 'signer'>

/**
 * Enqueues the signing of a clip's renditions, if the site signs. This is harmless while renditions are still being
 * made.
 */
export async function enqueueSigning(
  { jobs, signer }: Pick<Deps, 'jobs' | 'signer'>,
  tx: Db,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  if (signer) await jobs.enqueue(tx, 'sign-renditions', { videoId: id }, { userId, cost: 1 })
}

/** Works on one job at a time, because signing is not urgent. */
export async function workOnSigning(deps: SigningDeps & Pick<Deps, 'jobs'>): Promise<void> {
  if (deps.signer) await deps.jobs.work('sign-renditions', 1, (job) => signRenditions(deps, job))
}

/**
 * Makes a signed manifest for each unsigned file of a clip: its preview and the parts of its stream. The credentials of
 * the original must have been checked before; the job that checks them enqueues this one again.
 */
export async function signRenditions(
  deps: SigningDeps,
  { payload: { videoId }, signal }: Pick<JobRun<'sign-renditions'>, 'payload' | 'signal'>,
): Promise<void> {
  const { config, db, signer, storage, workFolder } = deps
  if (!signer) return
  if (signer.endsAt < new Date()) {
    const day = signer.endsAt.toISOString().slice(0, 10)
    return log.error(`Signing has stopped: the certificate in C2PA_CERTIFICATE expired on ${day}`)
  }
  const video = await findVideoToSign(db, videoId)
  // The clip was deleted while the job waited, or its credentials are not checked yet.
  if (!video || video.provenanceCheck === 'pending') return
  const files = await listUnsigned(db, video.id)
  if (files.length === 0) return
  const facts = { version, signatureBytes: signer.signatureBytes, ...describeOriginal(video) }
  const options = { turn: jobTurn, workFolder, operatorAnchors: config.operatorAnchors, signal }
  // For a file that the reader cannot read, a retry would fail, too.
  const drafts = await withFiles(storage, [video.originalId, ...files], ([original = '', ...filePaths]) =>
    draftManifests(original, { filePaths, ...facts }, options),
  ).catch(ifUnreadable([]))
  const signed = drafts.map((draft) => completeManifest(draft, signer))
  for (const [index, manifest] of signed.entries()) await storeManifest(deps, video, files[index]!, manifest)
  if (signed.length > 0) deps.signals.emit(VIDEO_CHANGED, videoId)
}

type VideoToSign = NonNullable<Awaited<ReturnType<typeof findVideoToSign>>>

function findVideoToSign(db: Db, id: string) {
  return db
    .selectFrom('videos')
    .innerJoin('objects', 'objects.id', 'originalId')
    .leftJoin('provenance', 'provenance.videoId', 'videos.id')
    .select(['videos.id', 'userId', 'originalId', 'contentType', 'provenanceCheck', 'provenanceReason', 'removed'])
    .select(sql<string | null>`findings->>'outcome'`.as('outcome'))
    .where('videos.id', '=', id)
    .executeTakeFirst()
}

/**
 * Describes the original. Credentials are left out if they could not be read, or if our changes to the file may have
 * broken them.
 */
function describeOriginal({ contentType, outcome, provenanceReason, removed }: VideoToSign) {
  const readsOriginal = outcome === 'read' && provenanceReason === null
  return { originalType: contentType ?? '', readsOriginal, isCleaned: readsOriginal && removed !== null }
}

/** Calls `use` with the paths of local files that contain these objects. */
function withFiles<T>(storage: Storage, [key, ...others]: string[], use: (paths: string[]) => Promise<T>): Promise<T> {
  if (key === undefined) return use([])
  return storage.withFile(key, (path) => withFiles(storage, others, (paths) => use([path, ...paths])))
}

async function storeManifest(deps: SigningDeps, video: VideoToSign, objectId: string, manifest: Buffer): Promise<void> {
  const { db } = deps
  const stored = await storeContent(deps, manifest)
  const isUsed = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ ownerId: string }>`
      select user_id as owner_id from videos join objects on made_for = videos.id
      where objects.id = ${objectId} and state in ('published', 'hidden') for update of videos`.execute(tx)
    const [rendition] = rows
    // The rendition has since been deleted or replaced.
    if (!rendition) return false
    const { numAffectedRows } = await sql`
      insert into sidecars (object_id, manifest_id) values (${objectId}, ${stored.id})
      on conflict (object_id) do nothing`.execute(tx)
    // Another worker was faster.
    if (numAffectedRows === 0n) return false
    await publishMade(tx, { ...stored, ...rendition, madeFor: video.id, contentType: MANIFEST_TYPE })
    return true
  })
  if (isUsed) return
  await markDeleted(db, [stored.id])
  await deleteObjects(deps, [stored.id])
}
