import { copyText } from '../../../page/share.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogClose } from '../../../ui/dialogs/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'

interface LinkToHandOverProps {
  link: string
  hint: string
  /** Description of the toast after copying. */
  copied: string
}

/** The end of a dialog that has created a link. Shows the link, with buttons to copy it and to close the dialog. */
export function LinkToHandOver({ link, hint, copied }: LinkToHandOverProps) {
  const copy = () =>
    copyText(link, ['Link copied!', copied], ['We couldn’t copy the link', 'Select it and copy it manually.'])
  return (
    <div className="flex flex-col gap-5">
      <Field label="Link" readOnly value={link} hint={hint} onFocus={({ target }) => target.select()} />
      <div className="flex flex-wrap-reverse justify-end gap-3">
        <DialogClose asChild>
          <Button variant="ghost">Done</Button>
        </DialogClose>
        <Button variant="primary" onClick={() => void copy()}>
          Copy link
        </Button>
      </div>
    </div>
  )
}
