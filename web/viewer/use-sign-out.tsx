import type { ReactNode } from 'react'
import { useState } from 'react'
import { lazyPart } from '../net/lazy-part.tsx'
import { uploadsUnderWay } from './uploads-under-way.ts'
import { useLogout } from './viewer.queries.ts'

const ConfirmDialog = lazyPart(() => import('../ui/dialogs/confirm-dialog.tsx'), 'ConfirmDialog')

/**
 * Returns a function that signs out. It asks first if signing out would stop an upload. The caller renders `question`.
 */
export function useSignOut(userId: string): { signOut: () => void; isPending: boolean; question: ReactNode } {
  const { mutate, isPending } = useLogout()
  const [isAsking, setAsking] = useState(false)
  const question = isAsking && (
    <ConfirmDialog
      title="Sign out and cancel your uploads?"
      description="Unpublished clips and their details will be deleted from this device."
      confirmLabel="Sign out"
      keepLabel="Stay"
      pending={isPending}
      onConfirm={() => mutate()}
      onClose={() => setAsking(false)}
      onMissing={() => mutate()}
    />
  )
  return { signOut: () => (uploadsUnderWay.get().has(userId) ? setAsking(true) : mutate()), isPending, question }
}
