import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { requestDeletion, DELETION_GRACE_DAYS } from '../../../../contract/account/deletion.ts'
import type { OwnUser } from '../../../../contract/social/profiles.ts'
import { formatDay } from '../../../format/day.ts'
import { ApiError, call } from '../../../net/api.ts'
import { whyFailed } from '../../../net/why-failed.ts'
import { showErrorToast, showToast } from '../../../page/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialogs/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { replaceUser } from '../../../viewer/viewer.queries.ts'

/** Confirms the deletion of the account. The owner must type the name, to prevent accidental deletion. */
export function LeaveDialog({ user, onClose }: { user: OwnUser; onClose: () => void }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const leave = useMutation({
    mutationFn: () => call(requestDeletion, { body: { name: typed } }),
    onSuccess: ({ deleteAfter }) => {
      navigate('/')
      replaceUser(client, null, { forget: user.id })
      showToast(
        'Your account is hidden and scheduled for deletion',
        `We’ll delete it on ${formatDay(deleteAfter)}. Sign in before that to keep it.`,
      )
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'VALIDATION_FAILED') setProblem(error.sentence)
      else showErrorToast('Your account wasn’t deleted', whyFailed(error))
    },
  })
  const name = user.username ?? user.email
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed.trim() === '') setProblem(`Type ${user.username ? 'your username' : 'your email'} to continue`)
    else leave.mutate()
  }
  return (
    <Dialog
      title="Delete your account?"
      description={
        <>
          You have {DELETION_GRACE_DAYS} days to change your mind. After that, it can’t be recovered. Type{' '}
          <bdi className="font-strong wrap-anywhere text-ink">{name}</bdi> to confirm.
        </>
      }
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <Field
          label={user.username ? 'Your username' : 'Your email'}
          error={problem}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setProblem(undefined)
          }}
        />
        <div className="flex flex-wrap-reverse justify-end gap-3">
          <DialogClose asChild>
            <Button variant="ghost">Cancel</Button>
          </DialogClose>
          <Button type="submit" variant="danger" pending={leave.isPending}>
            Delete my account
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
