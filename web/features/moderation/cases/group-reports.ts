import type { CaseReport } from '../../../../contract/moderation/cases.ts'
import { labelOfReason } from '../../../page/rules.ts'

/** Reports with the same reason. */
export interface ReportGroup {
  reason: string
  /** Reports from accounts, from takedown notices, or with text. They are listed one by one. */
  told: CaseReport[]
  /** Number of anonymous reports without a text. */
  visitors: number
}

/** Groups reports by reason, the most frequent reason first. */
export function groupReports(reports: CaseReport[]): ReportGroup[] {
  const byReason = Map.groupBy(reports, ({ reason, notice }) =>
    notice ? `Notice: ${notice.kind}` : labelOfReason(reason),
  )
  return [...byReason]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([reason, given]) => {
      const told = given.filter(({ reporter, otherText, notice }) => reporter ?? otherText ?? notice)
      return { reason, told, visitors: given.length - told.length }
    })
}

/** Returns how often earlier reports of the same reporter were right: `8 of 10 reports upheld`. */
export function describeRecord({ agreed, judged }: NonNullable<CaseReport['reporter']>): string {
  return judged === 0 ? 'no earlier reports reviewed' : `${agreed} of ${judged} reports upheld`
}
