import * as z from 'zod/mini'
import { OwnRule, type OwnRulesChange } from '../../../../contract/moderation/own-rules.ts'
import { findStandardRule, type RuleKey } from '../../../../contract/moderation/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { settingKey } from '../../../db/setting-key.ts'
import { invalidField } from '../../../errors/app-error.ts'

/**
 * Maximum number of removed rules whose names are kept for cases and reports. Decisions have their own copy. The rule
 * with the highest key is kept beyond that, because the keys of new rules follow it.
 */
const RETIRED_MAX = 30

const OwnRules = z.array(OwnRule)

/**
 * Returns a rule that a new report or decision may cite.
 *
 * @param field The field of the request that names the rule.
 * @throws {AppError} VALIDATION_FAILED if there is no such rule, for example because an admin has removed it.
 */
export async function getRule(db: Db, key: RuleKey, field = 'rule'): Promise<{ title: string; text: string }> {
  const standard = findStandardRule(key)
  if (standard) return standard
  const stored = await db
    .selectFrom('siteSettings')
    .select('value')
    .where('key', '=', settingKey('ownRules'))
    .executeTakeFirst()
  const { data: added = [] } = z.safeParse(OwnRules, stored?.value)
  const rule = added.find((each) => each.key === key && !each.isRetired)
  if (rule) return rule
  throw invalidField(field, 'This rule was removed. Please choose another one.')
}

/**
 * Returns the admin's rules after a change: the given ones in their order, then removed ones, latest first.
 * @throws {AppError} VALIDATION_FAILED for the key of a rule that does not exist.
 */
export function changeOwnRules(before: OwnRule[], change: OwnRulesChange): OwnRule[] {
  let last = Math.max(0, ...before.map(({ key }) => Number(key.slice('own-'.length))))
  const after = change.map(({ key, title, text }): OwnRule => {
    if (key && !before.some((each) => each.key === key)) {
      const message = `The rule “${title}” has the unknown key ${key}. Please leave the key out for a new rule.`
      throw invalidField('ownRules', message)
    }
    return { key: key ?? `own-${++last}`, title, text, isRetired: false }
  })
  const retired = before
    .filter(({ key }) => !after.some((each) => each.key === key))
    .toSorted((a, b) => Number(a.isRetired) - Number(b.isRetired))
    .map((rule) => ({ ...rule, text: '', isRetired: true }))
  return [...after, ...retired.filter(({ key }, i) => i < RETIRED_MAX || key === `own-${last}`)]
}
