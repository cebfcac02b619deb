import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { clearDraft, readDraft, saveDraft } from './draft.ts'
import type { UploadForm } from './upload-form.ts'

/** Keeps what is typed as a draft, and offers the one of the visit before if the form begins empty. */
export function useDraft(userId: string, form: UseFormReturn<UploadForm>, beginsEmpty: boolean) {
  const [offered, setOffered] = useState(() => (beginsEmpty ? readDraft(userId) : undefined))
  const { watch, reset } = form
  useEffect(() => {
    const { unsubscribe } = watch((_, { type }) => {
      if (type !== undefined || form.formState.isDirty) saveDraft(userId, form.getValues())
    })
    return unsubscribe
  }, [form, userId, watch])
  return {
    offered,
    restore: () => {
      if (offered) reset(offered, { keepDefaultValues: true })
      setOffered(undefined)
    },
    discard: () => {
      clearDraft(userId)
      setOffered(undefined)
    },
    clear: () => clearDraft(userId),
  }
}
