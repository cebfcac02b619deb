import { sql } from 'kysely'
import { type RuleKey, titleOfDecided } from '../../../../contract/moderation/rules.ts'
import type { HiddenVideoPage, Hiding } from '../../../../contract/videos/hiding.ts'
import { isOpen } from '../../../access/visibility.ts'
import type { Db } from '../../../db/connect.ts'
import type { HidingReason } from '../../../db/schema/schema.ts'
import { cutPage, decodeCursor, encodeCursor, isBehind, type PageOf } from '../../../http/cursor.ts'
import { posterUrl } from '../../../objects/public-address.ts'
import type { VideoColumns } from './present-video.ts'

interface HidingRow {
  reasons: HidingReason[]
  decision: { id: string; rule: RuleKey; ruleTitle: string | null; facts: string | null; decidedOn: string } | null
}

/**
 * Columns for a query of `videos`: the reasons that hide a video, and the last decision in force that hides it. The
 * moderator's name is left out.
 */
const hidingColumns = sql`
  hidden_for as reasons, (
    select jsonb_build_object('id', decisions.id, 'rule', decisions.rule, 'ruleTitle', decisions.rule_title, 'facts', decisions.facts,
      'decidedOn', (decided_at at time zone 'UTC')::date)
    from cases join decisions on decisions.case_id = cases.id
    where cases.subject_id = videos.id and cases.kind = 'video'
      and decisions.measure = 'hide' and decisions.state = 'in-force'
    order by decided_at desc limit 1
  ) as decision`

function presentHiding({ reasons, decision }: HidingRow): Hiding {
  return { reasons, decision: decision && { ...decision, ruleTitle: titleOfDecided(decision) } }
}

/** Returns why a video is hidden. The list of reasons is empty if the video has just been deleted. */
export async function getHiding(db: Db, videoId: string): Promise<Hiding> {
  const { rows } = await sql<HidingRow>`select ${hidingColumns} from videos where id = ${videoId}`.execute(db)
  return presentHiding(rows[0] ?? { reasons: [], decision: null })
}

type HiddenRow = HidingRow & VideoColumns<'id' | 'title' | 'posterId' | 'placeholder' | 'durationSeconds' | 'createdAt'>

/** Returns a page of a person's own hidden videos, newest first. */
export async function listHiddenVideos(db: Db, userId: string, { limit, cursor }: PageOf): Promise<HiddenVideoPage> {
  const { rows: found } = await sql<HiddenRow>`
    select id, title, poster_id, placeholder, duration_seconds, created_at, ${hidingColumns}
    from videos where user_id = ${userId} and not ${isOpen} and ${isBehind(decodeCursor(cursor), 'created_at', 'id')}
    order by created_at desc, id desc limit ${limit + 1}`.execute(db)
  const { rows, nextCursor } = cutPage(found, limit, encodeCursor)
  const videos = rows.map(({ reasons, decision, posterId, ...video }) => ({
    ...video,
    thumbnailUrl: posterId && posterUrl(posterId, undefined),
    hiding: presentHiding({ reasons, decision }),
  }))
  return { videos, nextCursor }
}
