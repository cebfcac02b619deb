import { useLocation } from 'wouter'
import type { CaseKind } from '../../../../contract/moderation/cases.ts'
import {
  type ReportReason,
  REPORT_TEXT_MAX_LENGTH,
  ReportBody,
  type StandardReason,
  defaultReportReason,
  reportAccount,
  reportComment,
  reportReasons,
  reportVideo,
} from '../../../../contract/moderation/reports.ts'
import { codeOf } from '../../../net/api-error.ts'
import { call } from '../../../net/api.ts'
import { toastForbidden } from '../../../net/failure-toasts.ts'
import { videoPath } from '../../../videos/video-paths.ts'
import { labelOfReason, addedRuleKeys } from '../rules/rules.ts'
import { showErrorToast, showToast } from '../../../page/toast.ts'
import type { FindSubstitute } from '../../../ui/dialogs/closing.ts'
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { RadioGroup } from '../../../ui/forms/radio-group.tsx'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { useOwnUser } from '../../../viewer/viewer.queries.ts'

interface ReportDialogProps {
  kind: CaseKind
  id: string
  /** The title, the text or the name of the subject. */
  name: string
  findSubstitute?: FindSubstitute
  /** Called if the subject no longer exists. */
  onGone?: (() => void) | undefined
  onClose: () => void
}

/** Asks for the reason of a report. The typed text is kept until the report is accepted. */
export function ReportDialog({ kind, id, name, findSubstitute, onGone, onClose }: ReportDialogProps) {
  const form = useReportForm(kind, id, { onGone, onClose })
  const { reason, otherText } = form.values
  return (
    <FormDialog
      title={`Report this ${kind}`}
      description={<span className="line-clamp-4">{`What’s wrong with “${name}”?`}</span>}
      dirty={reason === 'other' && otherText.trim() !== '' && !form.isPending}
      findSubstitute={findSubstitute}
      onClose={onClose}
      form={form}
      submitLabel="Submit report"
    >
      <RadioGroup legend="Reason" isLegendHidden choices={choicesFor(kind)} {...form.field('reason')} />
      {reason === 'other' && (
        <TextArea label="What is the issue?" rows={3} maxLength={REPORT_TEXT_MAX_LENGTH} {...form.field('otherText')} />
      )}
      <TakedownNoticeLink kind={kind} id={id} />
    </FormDialog>
  )
}

/** A link to the legal notice form. It opens in a new tab, so that the typed report is kept. */
function TakedownNoticeLink({ kind, id }: Pick<ReportDialogProps, 'kind' | 'id'>) {
  // Accounts are reported from their profile. A comment has no address.
  const about = { video: location.origin + videoPath(id), account: location.href, comment: '' }[kind]
  return (
    <p className="text-small text-ink-muted">
      Copyright, privacy or legal issue?{' '}
      <a
        href={about ? `/notice?${new URLSearchParams({ about }).toString()}` : '/notice'}
        target="_blank"
        rel="noopener"
        className="rounded-control underline decoration-line underline-offset-4 hover:text-ink"
      >
        Send a legal notice
      </a>
    </p>
  )
}

/**
 * Sends the report. Its toast links visitors to a page with the outcome, and signed-in users to their list of reports.
 */
function useReportForm(kind: CaseKind, id: string, { onGone, onClose }: Pick<ReportDialogProps, 'onGone' | 'onClose'>) {
  const user = useOwnUser()
  const [, navigate] = useLocation()
  return useZodForm(ReportBody, {
    defaults: { reason: reasonsFor(kind)[0], otherText: '' },
    toBody: ({ reason, otherText }) => (reason === 'other' ? { reason, otherText } : { reason }),
    submit: async (body) => {
      const { reportId } = await call(endpoints[kind], { params: { id }, body })
      showToast("Thanks, we've received your report.", "We'll review this content shortly.", {
        label: 'See the outcome',
        act: () => navigate(user ? '/settings/standing' : `/reports/${reportId}`),
      })
      onClose()
    },
    onError: (error) => {
      if (!toastForbidden(error)) showErrorToast('Error', 'Failed to submit report. Please try again.')
      if (codeOf(error) !== 'NOT_FOUND') return
      // Another attempt would fail the same way.
      onClose()
      onGone?.()
    },
    invalidTitle: 'Validation error',
  })
}

const endpoints: Record<CaseKind, typeof reportVideo> = {
  video: reportVideo,
  comment: reportComment,
  account: reportAccount,
}

const { [defaultReportReason]: _first, ...others } = reportReasons

/** The standard reasons that apply, starting with the preselected one and ending with 'Other'. */
const standardReasons: Record<CaseKind, readonly [StandardReason, ...StandardReason[]]> = {
  video: [defaultReportReason, ...(Object.keys(others) as StandardReason[])],
  // Reasons about the footage do not apply to text.
  comment: ['spam', 'hate', 'nudity', 'violence', 'other'],
  account: ['spam', 'hate', 'nudity', 'violence', 'real-video', 'other'],
}

/** Returns the reasons for reporting something, with the rules that admins added before 'Other'. */
function reasonsFor(kind: CaseKind): [ReportReason, ...ReportReason[]] {
  const [first, ...rest] = standardReasons[kind]
  return [first, ...rest.slice(0, -1), ...addedRuleKeys(), ...rest.slice(-1)]
}

function choicesFor(kind: CaseKind): Record<ReportReason, { label: string }> {
  const choices = reasonsFor(kind).map((reason) => [reason, { label: labelOfReason(reason) }])
  return Object.fromEntries(choices) as Record<ReportReason, { label: string }>
}
