import { createStore, type Store } from '../../../../page/store.ts'
import { includesForm, readStoredForms, storeForms } from '../form/stored-forms.ts'
import type { UploadForm } from '../form/upload-form.ts'
import { newQueue, type QueueState, removeDrafts } from './queue-state.ts'

/**
 * Creates a user's queue, and stores its forms whenever they change. The forms that are stored already become drafts.
 *
 * @param ended Aborts when the queue ends. It then ignores changes of the stored forms by other tabs.
 */
export function createStoredQueue(userId: string, ended: AbortSignal): Store<QueueState> {
  /** The forms that this tab has last read or stored. */
  let saved = readStoredForms(userId)
  const queueState = createStore(newQueue(saved))
  queueState.subscribe(() => {
    const { clips, drafts } = queueState.get()
    const forms = [...clips.map(({ form }) => form), ...drafts]
    // The steps of an upload change no form.
    if (forms.length === saved.length && forms.every((form, i) => form === saved[i])) return
    if (storeForms(userId, forms, saved)) saved = forms
  })
  const removeDeletedElsewhere = () => {
    const stored = readStoredForms(userId)
    const isDeleted = (draft: UploadForm) => !stored.some((form) => includesForm(form, draft))
    const deleted = queueState.get().drafts.filter(isDeleted)
    // The next save would bring them back.
    if (deleted.length > 0) queueState.update((now) => removeDrafts(now, deleted))
  }
  addEventListener('storage', removeDeletedElsewhere, { signal: ended })
  return queueState
}
