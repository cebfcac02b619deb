import { createStore, type Store } from '../../../../page/store.ts'
import { includesForm, readDrafts, saveDrafts } from '../form/draft.ts'
import type { UploadForm } from '../form/upload-form.ts'
import { newQueue, type QueueState, removeDrafts } from './queue-state.ts'

/**
 * Creates a user's queue from the drafts on this device, and stores its texts as drafts whenever they change.
 *
 * @param ended Aborts when the queue ends. It then ignores what other tabs do with the drafts.
 */
export function createStoredQueue(userId: string, ended: AbortSignal): Store<QueueState> {
  /** The forms that this tab has last read or stored. */
  let saved = readDrafts(userId)
  const queueState = createStore(newQueue(saved))
  queueState.subscribe(() => {
    const { clips, drafts } = queueState.get()
    const forms = [...clips.map(({ form }) => form), ...drafts]
    // The steps of an upload change no form.
    if (forms.length === saved.length && forms.every((form, i) => form === saved[i])) return
    if (saveDrafts(userId, forms, saved)) saved = forms
  })
  const removeDeletedElsewhere = () => {
    const stored = readDrafts(userId)
    const isDeleted = (draft: UploadForm) => !stored.some((form) => includesForm(form, draft))
    const deleted = queueState.get().drafts.filter(isDeleted)
    // The next save would bring them back.
    if (deleted.length > 0) queueState.update((now) => removeDrafts(now, deleted))
  }
  addEventListener('storage', removeDeletedElsewhere, { signal: ended })
  return queueState
}
