import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Video } from '../../../../contract/videos/videos.ts'
import { UpdateVideoBody, updateVideo } from '../../../../contract/videos/publishing.ts'
import { call } from '../../../net/api.ts'
import { showErrorToast, showToast } from '../../../page/toast.ts'
import { lineageQuery } from '../lineage/lineage.queries.ts'
import { patchVideo } from '../../../videos/video-cache.ts'
import { touchVideoLists } from '../../../videos/video-refresh.ts'
import type { EditForm } from './edit-video.ts'
import { changedFields, editFormOf } from './edit-video.ts'

interface EditVideoEvents {
  /** Called with the name of the first field that cannot be saved. */
  onRefused: (field: string) => void
  /** Called when the changes are saved, or when there are none. */
  onClose: () => void
}

/** Holds the edited details of a video, and saves them. */
export function useEditVideo(video: Video, { onRefused, onClose }: EditVideoEvents) {
  const [typed, setTyped] = useState(() => editFormOf(video))
  const [problem, setProblem] = useState<{ field: string; sentence: string }>()
  const { mutate, isPending } = useSaveVideo(video.id, onClose)
  // Lists do not contain the licence.
  const license = useQuery(lineageQuery(video.id)).data?.license

  const save = () => {
    const changes = changedFields(video, typed, license)
    if (Object.keys(changes).length === 0) return onClose()
    const issue = UpdateVideoBody.safeParse(changes).error?.issues[0]
    if (!issue) return mutate(changes)
    const field = String(issue.path[0])
    setProblem({ field, sentence: issue.message })
    showErrorToast('Validation error', issue.message)
    onRefused(field)
  }
  return {
    typed,
    isPending,
    license,
    isChanged: Object.keys(changedFields(video, typed, license)).length > 0,
    errorOf: (field: keyof EditForm) => (problem?.field === field ? problem.sentence : undefined),
    set: (change: Partial<EditForm>) => {
      setTyped({ ...typed, ...change })
      setProblem(undefined)
    },
    save,
  }
}

function useSaveVideo(id: string, onSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: UpdateVideoBody) => call(updateVideo, { params: { id }, body }),
    onSuccess: (updated) => {
      patchVideo(client, id, () => updated)
      void client.invalidateQueries(lineageQuery(id))
      touchVideoLists(client)
      showToast('Video updated')
      onSaved()
    },
    onError: () => showErrorToast('Failed to update video. Please try again.'),
  })
}
