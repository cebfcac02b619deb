import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import type { ReportReason } from '../../../../contract/moderation/reports.ts'
import {
  defaultReportReason,
  reportAccount,
  reportComment,
  reportReasons,
  reportVideo,
} from '../../../../contract/moderation/reports.ts'

interface Reportable {
  endpoint: typeof reportVideo
  title: string
  /** The reasons that apply, starting with the preselected one. */
  reasons: readonly [ReportReason, ...ReportReason[]]
}

const { [defaultReportReason]: _first, ...others } = reportReasons

export const reportable: Record<CaseKind, Reportable> = {
  video: {
    endpoint: reportVideo,
    title: 'Report this video',
    reasons: [defaultReportReason, ...(Object.keys(others) as ReportReason[])],
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
