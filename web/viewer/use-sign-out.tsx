import { type ReactNode, useState } from 'react'
import { lazyPart } from '../net/lazy-part.tsx'
import type { SignOutReason } from './sign-out-question.tsx'
import { isAnyTabUploading, uploadsUnderWay } from './uploads-under-way.ts'
import { useLogout } from './viewer.queries.ts'

const SignOutQuestion = lazyPart(() => import('./sign-out-question.tsx'), 'SignOutQuestion')

/**
 * Returns a function that signs out. The function asks first if signing out would stop an upload, or if the button is
 * easily pressed by accident. The caller renders `question`.
 *
 * @param isEasySlip Whether the button is so small that it is easily pressed by accident.
 */
export function useSignOut(
  userId: string,
  isEasySlip: () => boolean = () => false,
): { signOut: () => void; isPending: boolean; question: ReactNode } {
  const { mutate, isPending } = useLogout()
  const [reason, setReason] = useState<SignOutReason>()
  const signOut = async () => {
    if (uploadsUnderWay.get().has(userId) || (await isAnyTabUploading())) setReason('uploads')
    else if (isEasySlip()) setReason('slip')
    else mutate()
  }
  const question = reason && (
    <SignOutQuestion
      reason={reason}
      pending={isPending}
      onConfirm={() => mutate()}
      onClose={() => setReason(undefined)}
      onLoadFailed={() => mutate()}
    />
  )
  return { signOut: () => void signOut(), isPending, question }
}
