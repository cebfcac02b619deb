import type { ComponentProps } from 'react'
import { Button } from '../button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

interface FormDialogProps extends ComponentProps<typeof Dialog> {
  /** The result of `useZodForm`. Closing the dialog discards its draft. */
  form: { props: ComponentProps<'form'>; isPending: boolean; isDirty: boolean; discard: () => void }
  submitLabel: string
  variant?: 'primary' | 'danger'
  onClose: () => void
}

/**
 * A dialog with one form, which ends with Cancel and the button that sends it. By default, closing the dialog asks
 * first if the form has changed. Closing it while the form is being sent keeps the draft, because sending may fail.
 */
export function FormDialog({ form, submitLabel, onClose, children, ...props }: FormDialogProps) {
  const { variant = 'primary', ...dialog } = props
  const close = () => {
    if (!form.isPending) form.discard()
    onClose()
  }
  return (
    <Dialog dirty={form.isDirty} onClose={close} {...dialog}>
      <form {...form.props} className="flex flex-col gap-5">
        {children}
        <DialogActions>
          <Button type="submit" variant={variant} pending={form.isPending}>
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
