import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { OperationName } from '../clients/contract-calls.ts'
import { compareVideo } from '../../features/discovery/similar/compare-video.jobs.ts'
import { indexVideos } from '../../features/discovery/search/indexing/index-videos.ts'
import { giveFingerprint, hashes } from '../../features/videos/duplicates/fingerprints.fixture.ts'
import { linkDuplicates } from '../../features/videos/duplicates/link-duplicates.ts'
import { requestBehind } from '../database/request-behind.ts'
import { insertVideos, testApp } from '../test-app.ts'
import { callerFor, makePeople, setScene } from './permissions.scenes.ts'
import { type Asker, askers, rows } from './permissions.table.ts'
import { sendTo, targetOf } from './permissions.targets.ts'

const t = testApp()

/** Changes of rows that many people change at once, with a table that their transactions change. */
const changes: [OperationName, Asker, table: string][] = [
  ['createComment', 'stranger', 'comments'],
  ['releaseComment', 'owner', 'comments'],
  ['blockUser', 'owner', 'relations'],
  ['unblockUser', 'owner', 'relations'],
  ['createVideo', 'owner', 'videos'],
  ['updateVideo', 'owner', 'videos'],
  ['deleteVideo', 'owner', 'videos'],
  ['reportVideo', 'stranger', 'reports'],
  ['sendTakedownNotice', 'visitor', 'notices'],
  ['disputeFirst', 'owner', 'reposts'],
  ['answerDispute', 'moderator', 'reposts'],
  ['decideCase', 'moderator', 'decisions'],
  ['updateUser', 'owner', 'users'],
  ['changeEmail', 'owner', 'email_changes'],
]

test.each(changes)('%s by the %s succeeds although a deadlock in %s has cancelled it once', async (...change) => {
  const [operation, asker, table] = change
  const scene = await setScene(t, await makePeople(t))
  if (operation === 'unblockUser') await scene.owner.caller.put(`/api/users/${scene.stranger.user.id}/block`)
  const target = await targetOf(operation, scene)
  // A longer text of a new account is compared with other comments in the transaction that stores it.
  if (operation === 'createComment') target.body = { text: 'I watched this on the train to Porto' }
  await failOnce(table)
  const { statusCode } = await sendTo(callerFor(asker, scene), operation, target)
  const { rows: attempts } = await sql`select from attempts where is_called`.execute(t.db)
  expect(attempts).toHaveLength(1)
  expect(statusCode).toBe(rows.find((row) => row.operation === operation)!.statuses[askers.indexOf(asker)])
})

type Job = [name: string, run: (videoId: string) => Promise<unknown>, table: string]

/** Jobs that lock videos in a transaction of several statements, with a table that they change. */
const jobs: Job[] = [
  ['indexVideos', () => indexVideos(t.deps), 'video_search'],
  ['compareVideo', (videoId) => compareVideo(t.deps, { payload: { videoId } }), 'video_comparisons'],
  ['linkDuplicates', link, 'fingerprints'],
]

async function link(videoId: string): Promise<void> {
  const { isHidden, ...video } = await t.row('videos', videoId)
  await linkDuplicates(t.deps, { ...video, isListed: !isHidden }, { durationSeconds: 5, frames: hashes(1) })
}

test.each(jobs)('%s waits for a change of its video, and is repeated after a deadlock', async (...job) => {
  const [, run, table] = job
  const [videoId = ''] = await insertVideos(t, (await t.signUp()).user.id, 1)
  await giveFingerprint(t, videoId, hashes(1))
  await failOnce(table)
  // With a key-share lock the job would not wait. Changes of the video would then deadlock.
  await requestBehind(
    t,
    () => run(videoId),
    async (tx, untilItWaits) => {
      await sql`select from videos where id = ${videoId} for no key update`.execute(tx)
      await untilItWaits()
    },
  )
  const { rows: attempts } = await sql`select from attempts where last_value > 1`.execute(t.db)
  expect(attempts).toHaveLength(1)
})

/** Makes the next change of a row of this table fail because of a deadlock. */
async function failOnce(table: string): Promise<void> {
  // A rollback does not undo `nextval`.
  await sql`create sequence attempts`.execute(t.db)
  await sql`
    create function fail_once() returns trigger language plpgsql as $$
    begin
      if nextval('attempts') = 1 then raise deadlock_detected; end if;
      return coalesce(new, old);
    end $$`.execute(t.db)
  await sql`
    create trigger fail_once before insert or update or delete on ${sql.table(table)}
    for each row execute function fail_once()`.execute(t.db)
  onTestFinished(async () => {
    await sql`drop sequence attempts`.execute(t.db)
    await sql`drop function fail_once cascade`.execute(t.db)
  })
}
