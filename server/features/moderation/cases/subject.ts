import { sql, type RawBuilder } from 'kysely'
import { type CaseKind, clipTextOf, type Snapshot } from '../../../../contract/moderation/cases.ts'
import { videoWords } from '../../../../contract/videos/publishing.ts'
import { isOpen } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import { AppError } from '../../../errors/app-error.ts'

/** The current state of a case's subject. */
export interface Subject {
  /** Id of the owner. */
  personId: string
  /** The clip itself, or the clip of the comment. */
  videoId: string | null
  commentId: string | null
  words: Snapshot
  isHidden: boolean
}

const clipWords = sql`jsonb_build_object(${sql.join(
  videoWords.map((word) => sql`${sql.lit(clipTextOf(word))}, nullif(${sql.ref(`videos.${word}`)}, '')`),
)})`

const accountWords = sql`jsonb_build_object(
  'name', users.display_name, 'username', users.username, 'bio', nullif(users.bio, ''),
  'location', users.location, 'website', users.website, 'avatar', users.avatar_url)`

/** One query per kind of subject, with the columns of `Subject`. */
const selects: Record<CaseKind, (id: string) => RawBuilder<unknown>> = {
  video: (id) => sql`
    select user_id as person_id, id as video_id, null::uuid as comment_id, not ${isOpen} as is_hidden,
      jsonb_strip_nulls(${clipWords}) as words
    from videos where id = ${id}`,
  comment: (id) => sql`
    select user_id as person_id, video_id, id as comment_id, is_hidden, jsonb_build_object('text', text) as words
    from comments where id = ${id}`,
  account: (id) => sql`
    select id as person_id, null::uuid as video_id, null::uuid as comment_id, is_hidden,
      jsonb_strip_nulls(${accountWords}) as words
    from users where id = ${id}`,
}

export async function findSubject(db: Db, kind: CaseKind, id: string): Promise<Subject | undefined> {
  const { rows } = await sql<Subject>`${selects[kind](id)}`.execute(db)
  return rows[0]
}

/**
 * Returns the subject and locks it against deletion until the commit. The clip is locked before its comments, in the
 * same order as when a clip is deleted. With a key-share lock, concurrent comments on the clip would deadlock.
 *
 * @throws {AppError} NOT_FOUND.
 */
export async function lockSubject(tx: Db, kind: CaseKind, id: string): Promise<Subject> {
  if (kind === 'comment') {
    await sql`
      select from videos where id = (select video_id from comments where id = ${id}) for no key update`.execute(tx)
  }
  const { rows } = await sql<Subject>`${selects[kind](id)} for no key update`.execute(tx)
  if (!rows[0]) throw subjectNotFound(kind)
  return rows[0]
}

const names: Record<CaseKind, string> = { video: 'Video', comment: 'Comment', account: 'User' }

/** Returns the error for a subject that does not exist or is hidden from the viewer. */
export function subjectNotFound(kind: CaseKind): AppError {
  return new AppError('NOT_FOUND', `${names[kind]} not found`)
}

/**
 * One-line description of the subject of a row of `cases`: the title, the comment's text or the name when the case was
 * opened. Empty once the texts of the case are deleted.
 */
export const subjectLine = sql<string>`
  coalesce(cases.snapshot ->> 'title', cases.snapshot ->> 'text', cases.snapshot ->> 'name', '')`
