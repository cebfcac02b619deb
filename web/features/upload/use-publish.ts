import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { CreateVideoBody } from '../../../contract/videos.ts'
import { guardLeaving } from '../../page/navigation.ts'
import { showErrorToast, showToast } from '../../page/toast.ts'
import { refreshVideoLists } from '../../videos/video-cache.ts'
import { forgetPlace } from '../../wall/wall-place.ts'
import { describeProcessing } from '../video-info/processing-status.tsx'
import { continuableUploadsQuery } from './sending/continuable-uploads.ts'
import { publish, type Published, type PublishStep } from './sending/publish.ts'

interface PublishRequest {
  file: File
  details: Omit<CreateVideoBody, 'videoUrl'>
}

/** Publishing from the page's side: the step it is at, cancelling, and what follows success or failure. */
export function usePublish(userId: string, onPublished: () => void) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [step, setStep] = useState<PublishStep>()
  const running = useRef<AbortController>(undefined)
  const release = useRef<() => void>(undefined)
  const left = useRef(false)
  const isElsewhere = step?.step === 'elsewhere'

  const publishing = useMutation({
    mutationFn: ({ file, details, signal }: PublishRequest & { signal: AbortSignal }) =>
      publish(file, details, { userId, signal, onStep: setStep }),
    onSuccess: (published) => {
      onPublished()
      // Not awaited: a slow list must not hold the page on a form that is done with.
      void refreshVideoLists(client)
      forgetPlace('feed')
      sayPublished(published)
      release.current?.()
      // What was sent completely is published, also when the person has gone elsewhere meanwhile.
      if (!left.current) navigate(published.isElsewhere ? `/video/${published.video.id}` : '/')
    },
    onError: (error) => {
      if (error.name === 'AbortError') return sayStopped(isElsewhere, left.current)
      release.current?.()
      showErrorToast('Upload failed', reasonOf(error))
    },
    onSettled: () => {
      running.current = undefined
      setStep(undefined)
      void client.invalidateQueries(continuableUploadsQuery(userId))
    },
  })

  // Nothing is stopped by leaving while another tab sends it.
  useAskBeforeLeaving(publishing.isPending && !isElsewhere, release)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
      // Leaving the page stops what nobody could see or cancel any more.
      running.current?.abort()
    }
  }, [])

  const start = (request: PublishRequest) => {
    // A second press may come before the first one shows.
    if (running.current) return
    running.current = new AbortController()
    publishing.mutate({ ...request, signal: running.current.signal })
  }
  // Leaving only stops the upload; cancelling has the server drop it.
  const cancel = () => (step?.step === 'sending' ? step.controls.cancel() : running.current?.abort())
  // A toast is gone in seconds: what went wrong is read again when it is mended.
  const failure = failureOf(publishing.error)
  return { publish: start, isPending: publishing.isPending, step, cancel, failure, forgetFailure: publishing.reset }
}

/** @param releaseRef Ends the asking at once, for what itself leaves the page. */
function useAskBeforeLeaving(isLost: boolean, releaseRef: RefObject<(() => void) | undefined>): void {
  useEffect(() => {
    if (!isLost) return
    releaseRef.current = guardLeaving('Your video is still uploading. Leave and stop it? You can continue it later.')
    return () => releaseRef.current?.()
  }, [isLost, releaseRef])
}

/** @returns `undefined` for what was cancelled. */
function failureOf(error: Error | null): string | undefined {
  return error && error.name !== 'AbortError' ? reasonOf(error) : undefined
}

function reasonOf(error: Error): string {
  return error.message || 'Failed to upload video. Please try again.'
}

function sayPublished({ video, isElsewhere }: Published): void {
  if (isElsewhere) return showToast('Already published', 'This clip was published in another tab.')
  showToast(
    'Video published',
    describeProcessing(video, true) ? 'The preview will be ready in a moment.' : 'It’s on the wall.',
  )
}

function sayStopped(isElsewhere: boolean, pageWasLeft: boolean): void {
  if (isElsewhere) showToast('Stopped here', 'The upload continues in the other tab.')
  else if (pageWasLeft) showToast('Upload stopped', 'We’ll keep your progress for 24 hours. Open Upload to continue.')
  else showToast('Upload cancelled', 'Nothing was published. Your clip and your words are still here.')
}
