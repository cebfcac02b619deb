import type { FormEvent } from 'react'
import { useState } from 'react'
import { DISPUTE_MAX_LENGTH, DisputeBody } from '../../../../contract/videos/duplicates.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogClose } from '../../../ui/dialogs/dialog.tsx'
import { TextArea } from '../../../ui/forms/field.tsx'
import { useDispute } from './reposts.queries.ts'

/** Asks the owner why the notice is wrong. The typed text is kept until the server has accepted it. */
export function DisputeDialog({ videoId, onClose }: { videoId: string; onClose: () => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const dispute = useDispute(videoId, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = DisputeBody.safeParse({ text })
    setProblem(parsed.error?.issues[0]?.message)
    if (parsed.success && !dispute.isPending) dispute.mutate(parsed.data.text)
  }
  return (
    <Dialog
      title="What’s wrong?"
      description="We’ll remove “First published here by” right away. If this site has moderators, they’ll review it and decide."
      dirty={text.trim() !== '' && !dispute.isPending}
      onClose={onClose}
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextArea
          label="Why is this wrong?"
          required
          rows={3}
          maxLength={DISPUTE_MAX_LENGTH}
          hint="Only moderators can see this."
          value={text}
          error={problem}
          onChange={({ target }) => {
            setText(target.value)
            setProblem(undefined)
          }}
        />
        <div className="flex flex-wrap-reverse justify-end gap-3">
          <DialogClose asChild>
            <Button variant="ghost">Cancel</Button>
          </DialogClose>
          <Button type="submit" variant="primary" pending={dispute.isPending}>
            Remove it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
