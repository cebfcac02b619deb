import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import type { ReportReason, StandardReason } from '../../../../contract/moderation/reports.ts'
import {
  defaultReportReason,
  reportAccount,
  reportComment,
  reportReasons,
  reportVideo,
} from '../../../../contract/moderation/reports.ts'
import { addedRuleKeys } from '../../../page/rules.ts'

interface Reportable {
  endpoint: typeof reportVideo
  title: string
  /** The standard reasons that apply, starting with the preselected one and ending with 'Other'. */
  reasons: readonly [StandardReason, ...StandardReason[]]
}

const { [defaultReportReason]: _first, ...others } = reportReasons

export const reportable: Record<CaseKind, Reportable> = {
  video: {
    endpoint: reportVideo,
    title: 'Report this video',
    reasons: [defaultReportReason, ...(Object.keys(others) as StandardReason[])],
  },
  // Reasons about the footage do not apply to text.
  comment: {
    endpoint: reportComment,
    title: 'Report this comment',
    reasons: ['spam', 'hate', 'nudity', 'violence', 'other'],
  },
  account: {
    endpoint: reportAccount,
    title: 'Report this account',
    reasons: ['spam', 'hate', 'nudity', 'violence', 'real-video', 'other'],
  },
}

/** Returns the reasons for reporting something, with the rules that admins added before 'Other'. */
export function reasonsFor(kind: CaseKind): [ReportReason, ...ReportReason[]] {
  const [first, ...rest] = reportable[kind].reasons
  return [first, ...rest.slice(0, -1), ...addedRuleKeys(), ...rest.slice(-1)]
}
