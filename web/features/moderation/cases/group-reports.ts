import type { CaseReport } from '../../../../contract/moderation/cases.ts'
import { reportReasons } from '../../../../contract/moderation/reports.ts'

/** Reports that give the same reason. */
export interface ReportGroup {
  reason: string
  /** Those by accounts, by notice or with words of their own. */
  told: CaseReport[]
  /** How many visitors said the same, in no words. */
  visitors: number
}

/** The reason that is given most comes first; within one, those whose reports were right most often. */
export function groupReports(reports: CaseReport[]): ReportGroup[] {
  const byReason = Map.groupBy(reports, ({ reason, notice }) =>
    notice ? `Notice: ${notice.kind}` : reportReasons[reason],
  )
  return [...byReason]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([reason, given]) => {
      const told = given.filter(({ reporter, otherText, notice }) => reporter ?? otherText ?? notice)
      return {
        reason,
        told: told.toSorted((one, other) => agreedShare(other) - agreedShare(one)),
        visitors: given.length - told.length,
      }
    })
}

function agreedShare({ reporter }: CaseReport): number {
  return reporter && reporter.judged > 0 ? reporter.agreed / reporter.judged : 0
}

/** `8 of 10 agreed` */
export function sayRecord({ agreed, judged }: NonNullable<CaseReport['reporter']>): string {
  return judged === 0 ? 'no report of theirs judged yet' : `${agreed} of ${judged} agreed`
}
