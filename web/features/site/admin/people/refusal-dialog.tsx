import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import {
  rejectRegistration,
  RefusalBody,
  REFUSAL_MAX_LENGTH,
} from '../../../../../contract/account/registration-approval.ts'
import type { AdminPerson } from '../../../../../contract/site/people.ts'
import { call } from '../../../../net/api.ts'
import { showErrorToast, showToast } from '../../../../page/toast.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../../ui/dialogs/dialog.tsx'
import { TextArea } from '../../../../ui/forms/field.tsx'
import { whyFailed } from '../../../../net/why-failed.ts'
import { refetchPeople } from './people.queries.ts'
import { nameOf } from './name-of.ts'

/** Rejects a registration. An explanation is required, and the typed text is kept until the server has accepted it. */
export function RefusalDialog({ person, onClose }: { person: AdminPerson; onClose: () => void }) {
  const client = useQueryClient()
  const [answer, setAnswer] = useState('')
  const [problem, setProblem] = useState<string>()
  const refuse = useMutation({
    mutationFn: (body: RefusalBody) => call(rejectRegistration, { params: { id: person.id }, body }),
    onSuccess: async () => {
      onClose()
      showToast(`${nameOf(person)} will see your answer`, 'They can keep browsing and ask again.')
      await refetchPeople(client)
    },
    onError: (error) => showErrorToast('We couldn’t send your answer', whyFailed(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = RefusalBody.safeParse({ answer })
    setProblem(parsed.error?.issues[0]?.message)
    if (parsed.success) refuse.mutate(parsed.data)
  }
  return (
    <Dialog
      title="Reject this request?"
      description={<span className="wrap-anywhere">{nameOf(person)} will see your answer and can ask again.</span>}
      dirty={answer.trim() !== '' && !refuse.isPending}
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextArea
          label="Why?"
          rows={3}
          maxLength={REFUSAL_MAX_LENGTH}
          value={answer}
          error={problem}
          onChange={({ target }) => {
            setAnswer(target.value)
            setProblem(undefined)
          }}
        />
        <div className="flex flex-wrap-reverse justify-end gap-3">
          <DialogClose asChild>
            <Button variant="ghost">Cancel</Button>
          </DialogClose>
          <Button type="submit" variant="primary" pending={refuse.isPending}>
            Send the answer
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
