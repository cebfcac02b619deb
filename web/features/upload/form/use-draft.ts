import { useState } from 'react'
import { clearDraft, readDraft, saveDraft } from './draft.ts'
import type { UploadForm } from './upload-form.ts'

interface Draft {
  /** What was typed in the visit before, if the form began empty. */
  offered: UploadForm | undefined
  save: (form: UploadForm) => void
  restore: () => void
  discard: () => void
  clear: () => void
}

/** Keeps what is typed as a draft, and offers the one of the visit before. */
export function useDraft(userId: string, beginsEmpty: boolean, onRestore: (form: UploadForm) => void): Draft {
  const [offered, setOffered] = useState(() => (beginsEmpty ? readDraft(userId) : undefined))
  const clear = () => clearDraft(userId)
  return {
    offered,
    save: (form) => saveDraft(userId, form),
    restore: () => {
      if (offered) onRestore(offered)
      setOffered(undefined)
    },
    discard: () => {
      clear()
      setOffered(undefined)
    },
    clear,
  }
}
