import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'

const texts = {
  uploads: {
    title: 'Sign out and cancel your uploads?',
    description: 'Unpublished clips and their details will be deleted from this device.',
  },
  slip: { title: 'Sign out?', description: 'You can sign in again at any time.' },
}

/** Why signing out needs a confirmation. */
export type SignOutReason = keyof typeof texts

interface SignOutQuestionProps {
  reason: SignOutReason
  pending: boolean
  onConfirm: () => void
  onClose: () => void
}

export function SignOutQuestion({ reason, ...acts }: SignOutQuestionProps) {
  return <ConfirmDialog {...texts[reason]} confirmLabel="Sign out" keepLabel="Stay" {...acts} />
}
