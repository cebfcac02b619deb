import { sql } from 'kysely'
import type { Db } from '../../../db/connect.ts'
import type { JobRun } from '../../../jobs/jobs.ts'
import { ifUnreadable, jobTurn, lookUpSigners } from '../../../media/engine/engine.ts'
import { digestOf, officialDate } from '../../../media/credentials/trust-lists.ts'
import { deleteObjectsOrSweep } from '../../../objects/objects.queries.ts'
import type { Deps } from '../../../setup/deps.ts'
import { unlessLost } from '../../../storage/unless-lost.ts'
import { enqueueSigning } from './sign-renditions.jobs.ts'
import { VIDEO_CHANGED } from '../../../signals/video-signals.ts'
import { type CheckedFile, checkFile, isTooLarge, unchecked, withTags } from './check-file.ts'
import type { Findings } from './findings.ts'
import { judge } from './judge.ts'
import { storeFindings, storeContent } from './store-provenance.ts'

type JobDeps = Pick<Deps, 'config' | 'db' | 'storage' | 'jobs' | 'signals' | 'inspectVideo' | 'workFolder' | 'signer'>

/** Maximum number of clips of each list to enqueue per round. Checks of new clips must not wait behind all of them. */
const ROUND_MAX = 50

/**
 * Enqueues checks of videos that have not been checked: their checks failed, or they were published before credentials
 * were checked. Also enqueues checks of videos that were judged by outdated trust lists.
 */
export async function enqueueDueChecks({ db, jobs, config }: Pick<Deps, 'db' | 'jobs' | 'config'>): Promise<void> {
  const lists = digestOf(config.operatorAnchors)
  // Uses `<` or `>` instead of `<>`, so that an index can be used.
  const { rows } = await sql<{ videoId: string }>`
    (select id as video_id from videos where provenance_check = 'pending' and id not in (${runningOrFailed})
      order by created_at limit ${ROUND_MAX})
    union all
    (select video_id from provenance where (lists < ${lists} or lists > ${lists}) and video_id not in (${runningOrFailed})
      limit ${ROUND_MAX})`.execute(db)
  for (const { videoId } of rows) await jobs.enqueue(db, 'check-credentials', { videoId })
}

/**
 * Ids of videos whose check is running or failed within the last day. A check that always fails thus gets three attempts
 * a day and keeps no other video from the list. Videos whose check waits are listed again, which has no effect, so that
 * the queue does not grow.
 */
const runningOrFailed = sql`
  select (data->>'videoId')::uuid from pgboss.job
  where name = 'check-credentials'
    and (state in ('active', 'retry') or (state = 'failed' and completed_on > now() - interval '1 day'))`

/** Works on one check at a time: checks are not urgent, and a large file keeps a processor busy. */
export async function workOnCredentials(deps: JobDeps): Promise<void> {
  await deps.jobs.work('check-credentials', 1, (job) => checkVideo(deps, job))
}

/**
 * Checks the credentials of a video that was published unchecked, because its file was large or the site did not check
 * credentials then. This site may have changed the file since, so credentials that do not match it are not reported as
 * broken. For a video that was checked before, only looks up its signers in the current trust lists.
 */
export async function checkVideo(
  deps: JobDeps,
  job: Pick<JobRun<'check-credentials'>, 'payload' | 'signal'>,
): Promise<void> {
  const { payload, signal } = job
  const video = await findVideoToCheck(deps.db, payload.videoId)
  // The video was deleted while the job waited.
  if (!video) return
  if (video.provenanceCheck === 'pending') {
    // The video's file may have been replaced during the check. The new file is then checked.
    if (!(await checkFirst(deps, video, signal))) await checkVideo(deps, job)
  } else if (video.findings && video.lists !== digestOf(deps.config.operatorAnchors))
    await judgeAnew(deps, video, signal)
}

type VideoToCheck = NonNullable<Awaited<ReturnType<typeof findVideoToCheck>>>

async function findVideoToCheck(db: Db, id: string) {
  const row = await db
    .selectFrom('videos')
    .innerJoin('objects', 'objects.id', 'originalId')
    .leftJoin('provenance', 'provenance.videoId', 'videos.id')
    .select(['videos.id', 'userId', 'originalId', 'sizeBytes'])
    .select(['videos.provenance', 'provenanceCheck', 'findings', 'lists'])
    .where('videos.id', '=', id)
    .executeTakeFirst()
  return row && { ...row, findings: row.findings as Findings | null }
}

/** Checks a video for the first time. @returns Whether the findings were stored. */
async function checkFirst(deps: JobDeps, video: VideoToCheck, signal: AbortSignal): Promise<boolean> {
  const { findings, report } = isTooLarge(video.sizeBytes ?? 0)
    ? withTags(unchecked('tooLarge'), { tags: video.findings?.tags ?? [], namesCredentials: false })
    : await checkStored(deps, video, signal)
  const stored = report ? await storeContent(deps, report) : undefined
  const deleted = await deps.db.transaction().execute(async (tx) => {
    // No row is found if the video has since been deleted or checked, or if its file has been replaced.
    const { rows } = await sql`
      select from videos
      where id = ${video.id} and original_id = ${video.originalId} and provenance_check = 'pending'
      for update`.execute(tx)
    if (rows.length === 0) return undefined
    const verdict = judge(findings, { canBeBroken: false })
    await tx.updateTable('videos').set(verdict).where('id', '=', video.id).execute()
    await enqueueSigning(deps, tx, video)
    return storeFindings(deps, tx, { video, findings, report: stored, removedKinds: [] })
  })
  if (deleted === undefined) return false
  deps.signals.emit(VIDEO_CHANGED, video.id)
  await deleteObjectsOrSweep(deps, deleted)
  return true
}

/** Checks a stored original. A lost file counts as unreadable, so that its job does not block later jobs forever. */
async function checkStored(deps: JobDeps, { originalId, findings }: VideoToCheck, signal: AbortSignal) {
  const checked = await unlessLost(deps.storage, originalId, (file) => checkPublished(deps, file, findings, signal))
  return checked ?? unchecked('unreadable')
}

/** @param known Findings from publishing, with the tags, if only the check of credentials was postponed. */
async function checkPublished(
  deps: JobDeps,
  file: string,
  known: Findings | null,
  signal: AbortSignal,
): Promise<CheckedFile> {
  const running = { turn: jobTurn, signal }
  if (known) return withTags(await checkFile(deps, file, running), { tags: known.tags, namesCredentials: false })
  const options = { workFolder: deps.workFolder, ...running }
  const inspected = await deps.inspectVideo(file, options).catch(ifUnreadable(undefined))
  if (!inspected) return unchecked('unreadable')
  const holdsAny = inspected.privateData.holdsCredentials
  return withTags(holdsAny ? await checkFile(deps, file, running) : unchecked('none'), inspected)
}

/**
 * Judges a video by the current trust lists. Findings about the file are kept; only the signers are looked up again.
 */
async function judgeAnew(deps: JobDeps, video: VideoToCheck, signal: AbortSignal): Promise<void> {
  const { config, db, signals } = deps
  const known = video.findings!
  const findings = known.outcome === 'read' ? await lookUpAgain(deps, video.originalId, known, signal) : known
  // A file that could not be checked before is not reported as changed now.
  const verdict = judge(findings, { canBeBroken: video.provenance === 'broken' })
  await db.transaction().execute(async (tx) => {
    // The video is locked first, as when it is deleted.
    await sql`select from videos where id = ${video.id} for no key update`.execute(tx)
    const { numAffectedRows } = await sql`
      update provenance set findings = ${JSON.stringify(findings)}, lists = ${digestOf(config.operatorAnchors)},
        lists_date = ${officialDate()}, checked_at = now()
      where video_id = ${video.id} and lists = ${video.lists}`.execute(tx)
    if (numAffectedRows === 1n) await tx.updateTable('videos').set(verdict).where('id', '=', video.id).execute()
  })
  signals.emit(VIDEO_CHANGED, video.id)
}

/**
 * Looks up the signers of known manifests. A certificate that expired since the first check is still treated as valid
 * at the time of signing. If the file is lost or the reader can no longer read it, the findings stay unchanged.
 */
async function lookUpAgain(
  { config, storage, workFolder }: JobDeps,
  originalId: string,
  known: Findings,
  signal: AbortSignal,
): Promise<Findings> {
  const options = { turn: jobTurn, workFolder, operatorAnchors: config.operatorAnchors, signal }
  const found = await unlessLost(storage, originalId, (file) => lookUpSigners(file, options)).catch(
    ifUnreadable(undefined),
  )
  if (!found) return known
  const lists = new Map(found.manifests.map(({ id, list }) => [id, list]))
  const manifests = known.manifests.map((manifest) => {
    const list = lists.get(manifest.id) ?? null
    const problems = manifest.problems.filter((code) => code !== 'signingCredential.untrusted')
    return { ...manifest, list, problems: list ? problems : [...problems, 'signingCredential.untrusted'] }
  })
  return { ...known, manifests }
}
