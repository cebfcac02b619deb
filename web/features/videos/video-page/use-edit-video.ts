import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Video } from '../../../../contract/videos/videos.ts'
import { UpdateVideoBody, updateVideo } from '../../../../contract/videos/publishing.ts'
import { call } from '../../../net/api.ts'
import { showErrorToast, showToast } from '../../../page/toast.ts'
import { useZodForm } from '../../../ui/forms/use-zod-form.ts'
import { patchVideo } from '../../../videos/video-cache.ts'
import { touchVideoLists } from '../../../videos/video-refresh.ts'
import { lineageQuery } from '../lineage/lineage.queries.ts'
import { changedFields, editFormOf } from './edit-video.ts'

/**
 * Returns the form of a video's details, which saves the changed fields.
 *
 * @param onSaved Called when the changes are saved, or when there are none.
 */
export function useEditVideo(video: Video, onSaved: () => void) {
  const client = useQueryClient()
  // The licence is requested, because lists of videos do not contain it.
  const license = useQuery(lineageQuery(video.id)).data?.license
  const form = useZodForm(UpdateVideoBody, {
    defaults: editFormOf(video),
    toBody: (typed) => changedFields(video, typed, license),
    submit: async (body) => {
      if (Object.keys(body).length === 0) return
      const updated = await call(updateVideo, { params: { id: video.id }, body })
      patchVideo(client, video.id, () => updated)
      void client.invalidateQueries(lineageQuery(video.id))
      touchVideoLists(client)
      showToast('Video updated')
    },
    onSuccess: onSaved,
    onError: () => showErrorToast('Failed to update video. Please try again.'),
    invalidTitle: 'Validation error',
  })
  const isChanged = Object.keys(changedFields(video, form.values, license)).length > 0
  return { ...form, license, isDirty: isChanged && !form.isPending }
}
