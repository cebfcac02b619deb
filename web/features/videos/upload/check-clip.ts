import { queryClient } from '../../../net/query-client.ts'
import { lineageQuery } from '../lineage/lineage.queries.ts'
import { aspectRatioOf, findFileProblem } from './file/read-file.ts'
import { answersAbout } from '../duplicates/file-answers.ts'
import { findTextProblem } from './form/check-texts.ts'
import { isComplete, type Refusal, videoDetails } from './form/upload-form.ts'
import type { Clip } from './queue/queue-state.ts'
import type { Details } from './sending/publish.ts'

/** Returns the details to publish a clip with, or the toast that names the problem. */
export function checkClip({ file, findings, form }: Clip): { details: Details } | { refusal: Refusal } {
  if (!file) return { refusal: ['No file selected', 'Please select a video file to upload.'] }
  const unusable = findFileProblem(findings)
  if (unusable) return { refusal: ['This file can’t be uploaded', unusable] }
  // The server makes the final decision about parents without a cached lineage.
  const parents = form.parents.map(({ videoId }) => queryClient.getQueryData(lineageQuery(videoId).queryKey))
  const closed = parents.map((parent) => parent?.whyNoRemix).find(Boolean)
  if (closed) return { refusal: ['This remix can’t be published', closed] }
  if (!isComplete(form)) {
    return {
      refusal: ['Missing information', 'Please fill in the title, caption, and select the AI tool used.'],
    }
  }
  const details = videoDetails(form, aspectRatioOf(findings))
  const refused = findTextProblem(details)
  if (refused) return { refusal: ['Validation error', refused] }
  return { details: { ...details, workflow: 'remove', ...answersAbout(file) } }
}
