import { sql } from 'kysely'
import type { Hiding } from '../../../../contract/videos/hiding.ts'
import { type RuleKey, rules } from '../../../../contract/moderation/rules.ts'
import type { Db } from '../../../db/connect.ts'
import type { HidingReason } from '../../../db/schema/schema.ts'

interface Row {
  reasons: HidingReason[]
  decision: { id: string; rule: RuleKey; facts: string | null; decidedOn: string } | null
}

/** Why a video is hidden, with the last decision in force that hides it, if one does. Not who made it. */
export async function findHiding(db: Db, videoId: string): Promise<Hiding> {
  const { rows } = await sql<Row>`
    select hidden_for as reasons, (
      select jsonb_build_object('id', decisions.id, 'rule', decisions.rule, 'facts', decisions.facts,
        'decidedOn', (decided_at at time zone 'UTC')::date)
      from cases join decisions on decisions.case_id = cases.id
      where cases.subject_id = videos.id and cases.kind = 'video'
        and decisions.measure = 'hide' and decisions.state = 'in-force'
      order by decided_at desc limit 1
    ) as decision
    from videos where id = ${videoId}`.execute(db)
  const [row] = rows
  // It was deleted just now.
  const { reasons, decision } = row ?? { reasons: [], decision: null }
  return { reasons, decision: decision && { ...decision, ruleTitle: rules[decision.rule].title } }
}
