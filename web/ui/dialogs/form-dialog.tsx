import type { ComponentProps } from 'react'
import { Button } from '../button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

interface FormDialogProps extends ComponentProps<typeof Dialog> {
  /** The result of `useZodForm`. */
  form: { props: ComponentProps<'form'>; isPending: boolean; isDirty: boolean }
  submitLabel: string
  variant?: 'primary' | 'danger'
  isSubmitDisabled?: boolean
  isCancelDisabled?: boolean
}

/**
 * A dialog with one form, which ends with Cancel and the button that sends it. By default, closing the dialog asks
 * first if the form has changed.
 */
export function FormDialog({ form, submitLabel, children, ...props }: FormDialogProps) {
  const { variant = 'primary', isSubmitDisabled = false, isCancelDisabled = false, ...dialog } = props
  return (
    <Dialog dirty={form.isDirty} {...dialog}>
      <form {...form.props} className="flex flex-col gap-5">
        {children}
        <DialogActions disabled={isCancelDisabled}>
          <Button type="submit" variant={variant} pending={form.isPending} disabled={isSubmitDisabled}>
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
