// The time to look up a clip's ten hashes among those of 100,000 clips. `--full` uses a million clips, and `--clips=N`
// uses N. The database is the embedded one with its usual settings.
import { createHash } from 'node:crypto'
import { HASH_BYTES } from '../../contract/media/fingerprints/pdq.ts'
import type { Db } from '../../server/db/connect.ts'
import { migrateToLatest } from '../../server/db/prepare/migrate.ts'
import { findMatchingClips } from '../../server/features/videos/duplicates/find-matching-clips.ts'
import { connectOnce } from '../support/connect.ts'
import { withEmptyDatabase } from '../support/empty-database.ts'
import { isFull, option } from '../support/options.ts'
import { report, type Row } from '../support/report.ts'
import { quantile, timed } from '../support/rounds.ts'

const FRAMES = 10
/** Number of bits, out of the 256 of each frame's hash, that an ordinary re-encoding changes. */
const BITS_CHANGED = 20
const LOOKUPS = 2_000
const WARM_UP = 200
/** The number of frames that the job after publishing uses for a clip of five seconds. */
const DENSE = 150
const DENSE_LOOKUPS = 200

const clips = Number(option('clips') ?? (isFull ? 1_000_000 : 100_000))

await withEmptyDatabase(async ({ db, superuserUrl }) => {
  await migrateToLatest(db)
  await fill(superuserUrl)
  report(await measure(db))
})

/** Returns the hash of a frame of a clip: 32 bytes, which the database computes in the same way. */
function frame(clip: number, index: number): Buffer {
  return createHash('sha256').update(`${clip} ${index}`).digest()
}

/** Inserts fingerprints without clips, because visibility is checked only for the few similar clips. */
async function fill(superuserUrl: string): Promise<void> {
  await using client = await connectOnce(superuserUrl)
  const startedAt = performance.now()
  await client.query(`set session_replication_role = replica; set synchronous_commit = off;
    set maintenance_work_mem = '1GB'; drop index fingerprints_keys`)
  const bytes = Array.from({ length: FRAMES }, (_, index) => `sha256((n || ' ${index}')::bytea)`).join(' || ')
  await client.query(`
    insert into fingerprints (video_id, duration_seconds, frames, keys, made_at)
    select gen_random_uuid(), 5, frames, array(
      select (band << 24) | (get_byte(frames, at * ${HASH_BYTES} + band * 3) << 16)
        | (get_byte(frames, at * ${HASH_BYTES} + band * 3 + 1) << 8) | get_byte(frames, at * ${HASH_BYTES} + band * 3 + 2)
      from generate_series(0, ${FRAMES - 1}) as at, generate_series(0, 9) as band
    ), now()
    from (select ${bytes} as frames from generate_series(1, ${clips}) as n) as drawn`)
  console.log(`${clips.toLocaleString('en')} clips after ${seconds(startedAt)} s`)
  await client.query('create index fingerprints_keys on fingerprints using gin (keys) with (fastupdate = off)')
  await client.query('vacuum analyze fingerprints')
  const { rows } = await client.query<{ table: string; index: string }>(`
    select pg_size_pretty(pg_table_size('fingerprints')) as table,
      pg_size_pretty(pg_relation_size('fingerprints_keys')) as index`)
  console.log(`The index after ${seconds(startedAt)} s: table ${rows[0]?.table}, index ${rows[0]?.index}`)
}

async function measure(from: Db): Promise<Row[]> {
  /** Looks up a clip that exists and one that does not. */
  const lookUpBoth = async (framesCount: number) => {
    const clip = 1 + Math.floor(Math.random() * clips)
    const fresh = Array.from({ length: framesCount }, (_, index) => frame(-clip, index))
    const here = [...Array.from({ length: FRAMES }, (_, index) => alter(frame(clip, index))), ...fresh.slice(FRAMES)]
    return [await lookUp(from, here, 1), await lookUp(from, fresh, 0)]
  }
  const lookUpMany = async (times: number, framesCount: number) => {
    const looked = []
    for (let n = 0; n < times; n += 2) looked.push(...(await lookUpBoth(framesCount)))
    return looked
  }
  await lookUpMany(WARM_UP, FRAMES)
  const ten = await lookUpMany(LOOKUPS, FRAMES)
  const many = await lookUpMany(DENSE_LOOKUPS, DENSE)
  const all = [...ten, ...many]
  const wrong = (100 * all.filter(({ isRight }) => !isRight).length) / all.length
  return [
    timeRow('ten hashes, p50', ten, 0.5, 10),
    timeRow('ten hashes, p99', ten, 0.99, 30),
    timeRow(`${DENSE} hashes, as after publishing, p99`, many, 0.99, 500),
    { name: 'wrong answers among them', figure: wrong, unit: '%', atMost: 1 },
  ]
}

async function lookUp(from: Db, frames: Buffer[], expected: number): Promise<{ ms: number; isRight: boolean }> {
  let count = 0
  const ms = await timed(async () => {
    count = (await findMatchingClips(from, { durationSeconds: 5, frames })).length
  })
  return { ms, isRight: count === expected }
}

function timeRow(name: string, looked: { ms: number }[], share: number, atMost: number): Row {
  const times = looked.map(({ ms }) => ms)
  return { name: `${clips.toLocaleString('en')} clips, ${name}`, figure: quantile(times, share), unit: 'ms', atMost }
}

function alter(hash: Buffer): Buffer {
  const copy = Buffer.from(hash)
  for (let n = 0; n < BITS_CHANGED; n++) {
    const bit = Math.floor(Math.random() * HASH_BYTES * 8)
    copy[bit >> 3]! ^= 1 << (bit & 7)
  }
  return copy
}

function seconds(since: number): number {
  return Math.round((performance.now() - since) / 1000)
}
