import { isolate } from '../../../../format/isolate.ts'
import { queryClient } from '../../../../net/query-client.ts'
import type { Store } from '../../../../page/store.ts'
import { showErrorToast, showToast } from '../../../../page/toast.ts'
import { warnBeforeClosing } from '../../../../page/warn-before-closing.ts'
import { storageQuery } from '../../../../viewer/storage.queries.ts'
import { onSignOut } from '../../../../viewer/personal-state.ts'
import { cachedUser } from '../../../../viewer/viewer.queries.ts'
import { refreshAfterBackgroundPublish } from '../../refresh/refresh-after.ts'
import { describeProcessing } from '../../video-info/processing-status.tsx'
import { continuableUploadsQuery } from '../sending/continuable-uploads.ts'
import { type Details, publish, type Published, type UploadStep } from '../sending/publish.ts'
import { isOutage, isSessionEnd, retryDelayMs } from '../sending/tus/retry.ts'
import { clipName } from './clip-labels.ts'
import * as states from './queue-state.ts'
import { createStoredQueue } from './stored-queue.ts'
import { setUploadsUnderWay } from '../../../../viewer/uploads-under-way.ts'

const queues = new Map<string, UploadQueue>()

/** Returns the upload queue of a user. The queue outlives the upload page, and ends when the user signs out. */
export function queueOf(userId: string): UploadQueue {
  const queue = queues.get(userId) ?? new UploadQueue(userId)
  queues.set(userId, queue)
  return queue
}

onSignOut((userId) => {
  queues.get(userId)?.end()
  queues.delete(userId)
})

/** Publishes a user's clips one after another, because concurrent uploads would compete for bandwidth. */
export class UploadQueue {
  /**
   * The content of the queue. The functions of queue-state.ts change the content. Only this class changes the steps of
   * running uploads.
   */
  readonly queueState: Store<states.QueueState>
  readonly #userId: string
  #running: { id: number; controller: AbortController } | undefined
  /** Number of clips in a row for which the network or the server failed. */
  #outages = 0
  #stopWarning: (() => void) | undefined
  readonly #ended = new AbortController()
  #onAllPublished: ((last: Published) => void) | undefined

  constructor(userId: string) {
    this.#userId = userId
    this.queueState = createStoredQueue(userId, this.#ended.signal)
    this.queueState.subscribe(() => this.#announceUploads())
  }

  /**
   * Registers the callback that closes the open upload page when everything is published.
   *
   * @returns A function that removes the callback.
   */
  onAllPublished(listener: (last: Published) => void): () => void {
    this.#onAllPublished = listener
    return () => {
      this.#onAllPublished = undefined
    }
  }

  /** Publishes a clip after those before it. Meanwhile the next clip to describe is shown. */
  submit(id: number, details: Details): void {
    const queueState = this.queueState.get()
    // A second press may arrive before the first one has changed the page.
    if (states.findClip(queueState, id)?.state.kind !== 'form') return
    const isNext = !queueState.clips.some(({ state }) => state.kind === 'queued')
    const queued = states.changeClip(queueState, id, { state: { kind: 'queued', details, problem: undefined } })
    this.queueState.set({ ...queued, shownId: states.nextToDescribe(queueState, id) ?? id })
    // A clip that waits for others also waits for the network. A clip without others reports a missing network at once.
    if (isNext) this.#publishNext({ hasWaited: false })
    else this.resume()
  }

  /**
   * Publishes the next waiting clip, unless a clip is already being published. Called after a clip, after an outage,
   * and after a renewed sign-in.
   */
  resume(): void {
    if (navigator.onLine) return this.#publishNext({ hasWaited: true })
    addEventListener('online', () => this.resume(), { once: true })
    const next = this.#next()
    if (!this.#running && next?.state.kind === 'queued')
      this.#change(next.id, { ...next.state, problem: 'You are offline.' })
  }

  #next(): states.Clip | undefined {
    return this.queueState.get().clips.find(({ state }) => state.kind === 'queued')
  }

  #publishNext({ hasWaited }: { hasWaited: boolean }): void {
    const next = this.#next()
    if (this.#running || !next?.file || next.state.kind !== 'queued' || !this.#isViewer()) return
    const { details } = next.state
    const failed = (error: Error) =>
      // A clip that was just submitted shows the error at once. A clip that waited for others also waits for the
      // server. Each clip waits for the next sign-in.
      (hasWaited && isOutage(error)) || isSessionEnd(error)
        ? this.#change(next.id, { kind: 'queued', details, problem: error.message })
        : this.#fail(next.id, error)
    void this.#publish(next, next.file, details, failed)
  }

  /** Cancels an upload. The clip and its text are kept; the server drops the received bytes. */
  cancel(id: number): void {
    if (this.#running?.id === id) this.#stop(this.#step())
    else if (states.findClip(this.queueState.get(), id)?.state.kind === 'queued')
      this.#change(id, { kind: 'form', failure: undefined })
  }

  /** Cancels everything without a message, when the user signs out. */
  end(): void {
    this.#ended.abort()
    const step = this.#step()
    this.queueState.update(({ nextId }) => states.newQueue([], nextId))
    this.#stop(step)
  }

  async #publish({ id }: states.Clip, file: File, details: Details, failed: (error: Error) => void): Promise<void> {
    const running = { id, controller: new AbortController() }
    this.#running = running
    let resumeAfterMs = 0
    try {
      const published = await publish(file, details, {
        userId: this.#userId,
        signal: running.controller.signal,
        mayPublish: () => this.#isViewer(),
        onStep: (step) => this.#running === running && this.#show(id, step),
      })
      this.#succeed(id, published)
      this.#outages = 0
    } catch (error) {
      // The next clip would fail the same way.
      if (isOutage(error)) resumeAfterMs = retryDelayMs(this.#outages++)
      failed(error as Error)
    }
    this.#running = undefined
    void queryClient.invalidateQueries(continuableUploadsQuery(this.#userId))
    // The clips that are still to be uploaded may no longer fit.
    void queryClient.invalidateQueries(storageQuery)
    // Continues in a later task, because only then does the page know whether the session has ended.
    setTimeout(() => this.resume(), resumeAfterMs)
  }

  /**
   * Shows a step. Because a retry may fail again, the reason for waiting stays visible until the retry makes progress.
   * The reason is announced only once.
   */
  #show(id: number, step: UploadStep): void {
    const state = states.findClip(this.queueState.get(), id)?.state
    const isRetry = state?.kind === 'queued' && state.problem !== undefined
    if (!isRetry || step.kind !== 'preparing') this.#change(id, { kind: 'uploading', step })
  }

  /** Stops the upload. While bytes are sent, this also makes the server drop the received ones. */
  #stop(step: UploadStep | undefined): void {
    if (step?.kind === 'sending') step.controls.cancel()
    else this.#running?.controller.abort()
  }

  /** Returns the step of the clip that is being published. */
  #step(): UploadStep | undefined {
    const state = this.#running && states.findClip(this.queueState.get(), this.#running.id)?.state
    return state?.kind === 'uploading' ? state.step : undefined
  }

  #succeed(id: number, published: Published): void {
    const clip = states.findClip(this.queueState.get(), id)
    // The clip is gone if the user has signed out in the meantime.
    if (!clip) return
    this.queueState.update((now) => states.removePublishedDrafts(states.removeClip(now, id), clip.form))
    if (!this.#isViewer()) return
    toastPublished(published)
    if (this.#onAllPublished && states.isBlank(this.queueState.get().clips)) return this.#onAllPublished(published)
    refreshAfterBackgroundPublish(queryClient, this.#userId)
  }

  #fail(id: number, error: Error): void {
    const isElsewhere = this.#step()?.kind === 'elsewhere'
    const clip = states.findClip(this.queueState.get(), id)
    if (!clip) return
    const hasOthers = this.queueState.get().clips.length > 1
    const isCancelled = error.name === 'AbortError'
    const reason = error.message || 'Failed to upload video. Please try again.'
    // The form keeps the reason, because a toast disappears within seconds.
    this.#change(id, { kind: 'form', failure: isCancelled ? undefined : reason })
    if (!this.#isViewer()) return
    if (isCancelled) toastStopped({ isElsewhere, isOnPage: this.#onAllPublished !== undefined })
    else showErrorToast('Upload failed', hasOthers ? `${quote(clipName(clip))}: ${reason}` : reason)
  }

  #change(id: number, state: states.ClipState): void {
    this.queueState.update((now) => states.changeClip(now, id, { state }))
  }

  /** Whether this user is still signed in. The session may end, and another user's may begin. */
  #isViewer(): boolean {
    return cachedUser(queryClient)?.id === this.#userId
  }

  /** Shows the uploads in the header, and warns before the tab is closed during an upload. */
  #announceUploads(): void {
    const queueState = this.queueState.get()
    setUploadsUnderWay(
      this.#userId,
      queueState.clips.some(({ state }) => states.isShownInHeader(state)),
    )
    if (states.isUnderWay(queueState)) this.#stopWarning ??= warnBeforeClosing()
    else {
      this.#stopWarning?.()
      this.#stopWarning = undefined
    }
  }
}

function toastPublished({ video, isElsewhere }: Published): void {
  // With several clips, the toast of one replaces that of another.
  const title = quote(video.title)
  if (isElsewhere) return showToast('Already published', `${title} was published in another tab.`)
  const isProcessing = describeProcessing(video, { isOwner: true })
  showToast(
    'Video published',
    isProcessing ? `The preview of ${title} will be ready in a moment.` : `${title} is live now.`,
  )
}

function quote(title: string): string {
  return `“${isolate(title)}”`
}

function toastStopped({ isElsewhere, isOnPage }: { isElsewhere: boolean; isOnPage: boolean }): void {
  if (isElsewhere) return showToast('Stopped in this tab', 'The upload continues in the other tab.')
  const place = isOnPage ? 'still here' : 'saved under Upload'
  showToast('Upload cancelled', `Nothing was published. Your clip and its details are ${place}.`)
}
