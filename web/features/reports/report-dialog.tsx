import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useId, useRef, useState } from 'react'
import type { ReportReason } from '../../../contract/reports.ts'
import {
  defaultReportReason,
  REPORT_TEXT_MAX_LENGTH,
  ReportBody,
  reportReasons,
  reportVideo,
} from '../../../contract/reports.ts'
import type { Video } from '../../../contract/videos.ts'
import { call } from '../../net/api.ts'
import { showErrorToast, showToast } from '../../page/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogClose } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'

const reasons = Object.entries(reportReasons) as [ReportReason, string][]

/** Asks why a video is reported. What was typed stays until the report has arrived. */
export function ReportDialog({ video, onClose }: { video: Video; onClose: () => void }) {
  const [reason, setReason] = useState(defaultReportReason)
  const [otherText, setOtherText] = useState('')
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const report = useMutation({
    mutationFn: (body: ReportBody) => call(reportVideo, { params: { id: video.id }, body }),
    onSuccess: () => {
      showToast("Thanks, we've received your report.", "We'll review this content shortly.")
      onClose()
    },
    onError: () => showErrorToast('Error', 'Failed to submit report. Please try again.'),
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = ReportBody.safeParse(reason === 'other' ? { reason, otherText } : { reason })
    const sentence = parsed.error?.issues[0]?.message
    setProblem(sentence)
    if (parsed.success) return report.mutate(parsed.data)
    showErrorToast('Validation error', sentence)
    form.current?.querySelector('textarea')?.focus()
  }

  return (
    <Dialog
      title="Report this video"
      description={`What is wrong with “${video.title}”?`}
      dirty={reason === 'other' && otherText.trim() !== '' && !report.isPending}
      onClose={onClose}
    >
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Reasons chosen={reason} onChange={setReason} />
        {reason === 'other' && (
          <TextArea
            label="What is the issue?"
            rows={3}
            maxLength={REPORT_TEXT_MAX_LENGTH}
            value={otherText}
            error={problem}
            onChange={({ target }) => {
              setOtherText(target.value)
              setProblem(undefined)
            }}
          />
        )}
        <div className="mt-1 flex flex-wrap-reverse justify-end gap-3">
          <DialogClose asChild>
            <Button variant="ghost">Cancel</Button>
          </DialogClose>
          <Button type="submit" variant="primary" pending={report.isPending}>
            {report.isPending ? 'Submitting...' : 'Submit report'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Reasons({ chosen, onChange }: { chosen: ReportReason; onChange: (reason: ReportReason) => void }) {
  const name = useId()
  return (
    <fieldset className="-mx-3 flex flex-col">
      <legend className="sr-only">Reason</legend>
      {reasons.map(([reason, label]) => (
        <label
          key={reason}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 transition-colors duration-150 hover:bg-surface"
        >
          <input
            type="radio"
            name={name}
            value={reason}
            checked={reason === chosen}
            // One tab stop for the group, where the dialog's focus trap looks for its first.
            tabIndex={reason === chosen ? 0 : -1}
            onChange={() => onChange(reason)}
            className="size-5 shrink-0 accent-accent"
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
