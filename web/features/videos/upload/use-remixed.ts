import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useSearch } from 'wouter'
import { splitTags } from '../../../../contract/videos/tags.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { showErrorToast } from '../../../page/toast.ts'
import { videoQuery } from '../../../videos/video.queries.ts'
import { remixedIn } from '../lineage/remix-paths.ts'
import { emptyForm, type UploadForm } from './form/upload-form.ts'
import * as states from './queue/queue-state.ts'
import type { UploadQueue } from './queue/upload-queue.ts'

/**
 * Puts the clip that the viewer wants to remix into a form, with its prompt. Afterwards the address is replaced by the
 * upload page's own, so that a reload adds nothing.
 */
export function useRemixed(queue: UploadQueue): void {
  const id = remixedIn(useSearch())
  const { data: video, error } = useQuery({ ...videoQuery(id ?? ''), enabled: id !== undefined })
  const settle = useEffectEvent(() => {
    history.replaceState(history.state, '', location.pathname)
    if (video) queue.queueState.set(states.beginRemix(queue.queueState.get(), remixOf(video)))
    else showErrorToast('We couldn’t load the clip to remix', 'It may have been removed. Check your connection.')
  })
  const isSettled = id !== undefined && (video !== undefined || error !== null)
  useEffect(() => {
    if (isSettled) settle()
  }, [isSettled])
}

/** Returns the initial form of a remix. The creator of the remix writes the title and the caption. */
function remixOf({ id, toolUsed, model, prompt, tags }: Video): UploadForm {
  return {
    ...emptyForm,
    toolUsed,
    model: model ?? '',
    prompt: prompt ?? '',
    tags: splitTags(tags),
    parents: [{ videoId: id, thanks: '' }],
  }
}
