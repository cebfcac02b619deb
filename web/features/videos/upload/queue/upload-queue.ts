import { queryClient } from '../../../../net/query-client.ts'
import { warnBeforeClosing } from '../../../../page/warn-before-closing.ts'
import { createStore, type Store } from '../../../../page/store.ts'
import { showErrorToast, showToast } from '../../../../page/toast.ts'
import { onSignOut } from '../../../../viewer/personal-state.ts'
import { ownUserQuery } from '../../../../viewer/viewer.queries.ts'
import { refreshInBackground } from '../../../../videos/video-refresh.ts'
import { describeProcessing } from '../../video-info/processing-status.tsx'
import { readDrafts, saveDrafts } from '../form/draft.ts'
import type { UploadForm } from '../form/upload-form.ts'
import { continuableUploadsQuery } from '../sending/continuable-uploads.ts'
import { type Details, publish, type Published, type PublishStep } from '../sending/publish.ts'
import { isOutage, retryDelayMs } from '../sending/tus/retry.ts'
import * as lines from './line.ts'
import { changeClip, type Clip, type ClipState, findClip, type Line } from './line.ts'
import { tellUploads } from '../../../../viewer/uploads-under-way.ts'

const queues = new Map<string, UploadQueue>()

/** What this person publishes. It outlives the upload page, and ends when they sign out. */
export function queueOf(userId: string): UploadQueue {
  const queue = queues.get(userId) ?? new UploadQueue(userId)
  queues.set(userId, queue)
  return queue
}

onSignOut((userId) => {
  queues.get(userId)?.end()
  queues.delete(userId)
})

/** Publishes a person's clips one after another: two at once would take each other's bandwidth. */
export class UploadQueue {
  /** What is in it is changed by the functions of line.ts; what is on its way, here only. */
  readonly line: Store<Line>
  readonly #userId: string
  #running: { id: number; controller: AbortController } | undefined
  /** Clips in a row for which the network or the server failed. */
  #outages = 0
  #kept: readonly UploadForm[] = []
  #stopWarning: (() => void) | undefined
  #leavePage: ((last: Published) => void) | undefined

  constructor(userId: string) {
    this.#userId = userId
    this.line = createStore(lines.newLine(readDrafts(userId)))
    this.line.subscribe(() => this.#keepAndTell())
  }

  /** For the upload page while it is open: it leaves when everything is published. @returns What ends that. */
  onAllPublished(leave: (last: Published) => void): () => void {
    this.#leavePage = leave
    return () => {
      this.#leavePage = undefined
    }
  }

  /** Publishes a clip when it is its turn. The next that is to be described is shown meanwhile. */
  submit(id: number, details: Details): void {
    const line = this.line.get()
    // A second press may come before the first one shows.
    if (findClip(line, id)?.state.at !== 'form') return
    const isNext = !line.clips.some(({ state }) => state.at === 'waiting')
    const waiting = changeClip(line, id, { state: { at: 'waiting', details, problem: undefined } })
    this.line.set({ ...waiting, shownId: lines.nextToDescribe(line, id) ?? id })
    // Without a network it says so at once to who has just asked; what waits for others waits for that, too.
    if (isNext) this.#publishNext({ hasWaited: false })
    else this.goOn()
  }

  /**
   * Goes on where nothing is sent although something waits: after another clip or an outage, or when somebody has signed
   * in again.
   */
  goOn(): void {
    if (navigator.onLine) this.#publishNext({ hasWaited: true })
    else addEventListener('online', () => this.goOn(), { once: true })
  }

  #publishNext({ hasWaited }: { hasWaited: boolean }): void {
    const next = this.line.get().clips.find(({ state }) => state.at === 'waiting')
    if (this.#running || !next?.file || next.state.at !== 'waiting' || !this.#isViewer()) return
    const { details } = next.state
    const failed = (error: Error) =>
      // Whoever pressed the button reads it at once; what waited for others waits for the server, too.
      hasWaited && isOutage(error)
        ? this.#change(next.id, { at: 'waiting', details, problem: error.message })
        : this.#fail(next.id, error)
    void this.#publish(next, next.file, details, failed)
  }

  /** The clip and its words stay; the server drops what has arrived. */
  cancel(id: number): void {
    if (this.#running?.id === id) this.#stop(this.#step())
    else if (findClip(this.line.get(), id)?.state.at === 'waiting') this.#change(id, { at: 'form', failure: undefined })
  }

  /** Cancels everything without a word, for who signs out. */
  end(): void {
    const step = this.#step()
    this.line.set(lines.emptyLine(this.line.get()))
    this.#stop(step)
  }

  async #publish({ id }: Clip, file: File, details: Details, failed: (error: Error) => void): Promise<void> {
    const running = { id, controller: new AbortController() }
    this.#running = running
    let goOnAfterMs = 0
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
      if (isOutage(error)) goOnAfterMs = retryDelayMs(this.#outages++)
      failed(error as Error)
    }
    this.#running = undefined
    void queryClient.invalidateQueries(continuableUploadsQuery(this.#userId))
    // Later, because if the session has ended the page takes note of it only after the failure.
    setTimeout(() => this.goOn(), goOnAfterMs)
  }

  /** Another try may be in vain: until it gets further, what it waits for stays in sight, and is announced only once. */
  #show(id: number, step: PublishStep): void {
    const state = findClip(this.line.get(), id)?.state
    const isRetry = state?.at === 'waiting' && state.problem !== undefined
    if (!isRetry || step.step !== 'preparing') this.#change(id, { at: 'publishing', step })
  }

  /** Leaving only stops an upload; cancelling has the server drop it. */
  #stop(step: PublishStep | undefined): void {
    if (step?.step === 'sending') step.controls.cancel()
    else this.#running?.controller.abort()
  }

  /** Of the clip that is being published. */
  #step(): PublishStep | undefined {
    const state = this.#running && findClip(this.line.get(), this.#running.id)?.state
    return state?.at === 'publishing' ? state.step : undefined
  }

  #succeed(id: number, published: Published): void {
    const clip = findClip(this.line.get(), id)
    // Whoever signed out meanwhile leaves no trace.
    if (!clip) return
    this.line.set(lines.dropPublished(lines.removeClip(this.line.get(), id), clip.form))
    if (!this.#isViewer()) return
    sayPublished(published)
    if (this.#leavePage && lines.isBlank(this.line.get())) return this.#leavePage(published)
    refreshInBackground(queryClient, this.#userId)
  }

  #fail(id: number, error: Error): void {
    const isElsewhere = this.#step()?.step === 'elsewhere'
    if (!findClip(this.line.get(), id)) return
    const isCancelled = error.name === 'AbortError'
    const reason = error.message || 'Failed to upload video. Please try again.'
    // A toast is gone in seconds: what went wrong is read again when it is mended.
    this.#change(id, { at: 'form', failure: isCancelled ? undefined : reason })
    if (!this.#isViewer()) return
    if (isCancelled) sayStopped(isElsewhere, this.#leavePage !== undefined)
    else showErrorToast('Upload failed', reason)
  }

  #change(id: number, state: ClipState): void {
    this.line.set(changeClip(this.line.get(), id, { state }))
  }

  /** A session may end, and somebody else's begin. */
  #isViewer(): boolean {
    return queryClient.getQueryData(ownUserQuery.queryKey)?.id === this.#userId
  }

  #keepAndTell(): void {
    const line = this.line.get()
    this.#keepDrafts(line)
    tellUploads(
      this.#userId,
      line.clips.some(({ state }) => lines.isShownInHeader(state)),
    )
    if (lines.isUnderWay(line)) this.#stopWarning ??= warnBeforeClosing()
    else {
      this.#stopWarning?.()
      this.#stopWarning = undefined
    }
  }

  /** Not at each step of an upload: only when something was typed. */
  #keepDrafts({ clips, drafts }: Line): void {
    const forms = [...clips.map(({ form }) => form), ...drafts]
    if (forms.length === this.#kept.length && forms.every((form, i) => form === this.#kept[i])) return
    this.#kept = forms
    saveDrafts(this.#userId, forms)
  }
}

function sayPublished({ video, isElsewhere }: Published): void {
  if (isElsewhere) return showToast('Already published', 'This clip was published in another tab.')
  showToast(
    'Video published',
    describeProcessing(video, true) ? 'The preview will be ready in a moment.' : 'It’s on the wall.',
  )
}

function sayStopped(isElsewhere: boolean, isOnPage: boolean): void {
  if (isElsewhere) return showToast('Stopped here', 'The upload continues in the other tab.')
  const place = isOnPage ? 'still here' : 'kept under Upload'
  showToast('Upload cancelled', `Nothing was published. Your clip and its details are ${place}.`)
}
