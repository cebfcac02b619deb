import type { FormEvent } from 'react'
import { useState } from 'react'
import { JOIN_REASON_MAX_LENGTH, JoinRequestBody } from '../../../../contract/account/registration-approval.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { useAskToJoin } from './registration-approval.queries.ts'

/**
 * A form for the reason to join. It can be sent once, and again after a rejection.
 *
 * @param said The reason that the applicant sent before.
 */
export function JoinForm({ said, isAnswered }: { said: string; isAnswered: boolean }) {
  const [reason, setReason] = useState(said)
  const [problem, setProblem] = useState<string>()
  const ask = useAskToJoin()
  if (said !== '' && !isAnswered) {
    return (
      <div className="rounded-card bg-surface p-5 wrap-anywhere sm:p-6">
        <p className="font-strong">You wrote:</p>
        <p className="mt-2 whitespace-pre-line">“{said}”</p>
        <p className="mt-2 text-small text-ink-muted">You’ll get access once an admin has approved it.</p>
      </div>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = JoinRequestBody.safeParse({ reason })
    setProblem(parsed.error?.issues[0]?.message)
    if (parsed.success) ask.mutate(parsed.data)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <TextArea
        label="Why do you want to join?"
        rows={4}
        maxLength={JOIN_REASON_MAX_LENGTH}
        value={reason}
        error={problem}
        onChange={({ target }) => {
          setReason(target.value)
          setProblem(undefined)
        }}
      />
      <Button type="submit" variant="primary" pending={ask.isPending}>
        Send
      </Button>
    </form>
  )
}
