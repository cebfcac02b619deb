import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { OwnUser } from '../../../../contract/account/users.ts'
import { splitTags } from '../../../../contract/videos/tags.ts'
import type { Video } from '../../../../contract/videos/videos.ts'
import { queryClient } from '../../../net/query-client.ts'
import { dismissFailure, reportFailure, showErrorToast, showToast } from '../../../page/toast.ts'
import { useObjectUrl } from '../../../page/use-object-url.ts'
import { focusFirstInvalid } from '../../../ui/forms/focus-first-invalid.ts'
import { videoPath } from '../../../videos/video-paths.ts'
import { videoQuery } from '../../../videos/video.queries.ts'
import { forgetPlace } from '../../discovery/wall/wall-place.ts'
import { keepFocusInPlace } from '../duplicates/keep-focus-in-place.ts'
import { remixedIn } from '../lineage/remix-paths.ts'
import { refreshAfterPublish } from '../refresh/refresh-after.ts'
import { checkClip } from './check-clip.ts'
import { type Findings, readFile } from './file/read-file.ts'
import { acceptFiles } from './file/accept-files.ts'
import { restoreForm, type UploadForm } from './form/upload-form.ts'
import { clipName, isReady } from './queue/clip-labels.ts'
import * as states from './queue/queue-state.ts'
import type { UploadQueue } from './queue/upload-queue.ts'
import { useUploadQueue } from './queue/use-upload-queue.ts'
import type { Published } from './sending/publish.ts'
import { preloadTus } from './sending/tus/tus-code.ts'
import { useContinuable } from './use-continuable.ts'

/** Returns the state of the upload page: the clip in the form, the other queued clips, and unfinished earlier work. */
export function useUpload(user: OwnUser) {
  const { queue, queueState } = useUploadQueue(user.id)
  const clip = states.shownClip(queueState)
  const { file, findings = {} } = clip
  const url = useObjectUrl(file)
  const chosen = file && url ? { file, url, findings } : undefined
  const isSending = queueState.clips.some(({ state }) => state.kind !== 'form')
  const allFiles = queueState.clips.flatMap((each) => each.file ?? [])
  const continuable = useContinuable(user.id, clip.file, { chosen: allFiles, isSending })
  // Receives the stored queue, because the rendered one may be older.
  const { update } = queue.queueState
  // Undo reverses the last change, and then offers the one before. Their toasts would replace each other.
  const offerLastUndo = useRef<() => void>(undefined)
  const offerUndo = (title: string, undo: (queueState: states.QueueState) => states.QueueState, name?: string) => {
    const offerEarlier = offerLastUndo.current
    const act = () => {
      update(undo)
      offerLastUndo.current = offerEarlier
      offerEarlier?.()
    }
    offerLastUndo.current = () => showToast(title, name, { label: 'Undo', act })
    offerLastUndo.current()
  }
  useFindings(queue, queueState)
  useLeaveWhenPublished(queue)
  useRemovePublishedDrafts(queue, continuable.others)
  const isLoadingRemix = useRemixed(queue)

  const isAnyReady = queueState.clips.some(isReady)
  useEffect(() => {
    if (isAnyReady) preloadTus()
  }, [isAnyReady])

  return {
    queue,
    queueState,
    clip,
    chosen,
    continuable: isSending ? undefined : continuable,
    isLoadingRemix,
    choose: (files: FileList) => {
      const accepted = acceptFiles(files)
      const [only] = files.length === 1 ? accepted : []
      update((now) => (only ? states.chooseFile(now, only) : states.addFiles(now, accepted)))
    },
    add: (files: FileList) => update((now) => states.addFiles(now, acceptFiles(files))),
    edit: (changed: Partial<UploadForm>, id = clip.id) => update((now) => states.editForm(now, id, changed)),
    editShared: (changed: Partial<UploadForm>) => update((now) => states.editShared(now, changed)),
    describeTogether: () => update(states.describeTogether),
    show: (id: number) => update((now) => states.showClip(now, id)),
    remove: (id = clip.id) => {
      const removed = states.findClip(queueState, id)!
      update((now) => states.removeClip(now, id))
      const place = queueState.clips.indexOf(removed)
      offerUndo('Clip removed', (now) => states.restoreClip(now, removed, place), clipName(removed))
    },
    restore: (draft: UploadForm) => update((now) => states.restoreDraft(now, draft)),
    discard: (drafts: readonly UploadForm[]) => {
      update((now) => states.removeDrafts(now, drafts))
      const title = drafts.length === 1 ? 'Draft discarded' : `${drafts.length} drafts discarded`
      offerUndo(title, (now) => ({ ...now, drafts: [...drafts, ...now.drafts] }))
    },
    copyToAll: () => {
      update((now) => states.copyDetails(now, () => clip.form))
      const before = ({ id, form }: states.Clip) => states.findClip(queueState, id)?.form ?? form
      offerUndo('Details copied', (now) => states.copyDetails(now, before))
    },
    submit: (event: FormEvent<HTMLElement>) => {
      event.preventDefault()
      dismissFailure(queue)
      const checked = checkClip(clip)
      if ('details' in checked) return queue.submit(clip.id, checked.details)
      reportFailure(queue, () => showErrorToast(...checked.refusal))
      focusFirstInvalid(event.currentTarget)
    },
    submitAll: () => submitReady(queue),
  }
}

/** Publishes every complete clip. Then shows the first incomplete clip, or else the first that is being published. */
function submitReady(queue: UploadQueue): void {
  dismissFailure(queue)
  const ready = states.listDescribed(queue.queueState.get()).flatMap((clip) => {
    const checked = checkClip(clip)
    return 'details' in checked ? { id: clip.id, ...checked } : []
  })
  const [first] = ready
  if (!first) return
  for (const { id, details } of ready) queue.submit(id, details)
  queue.queueState.update((now) => ({ ...now, shownId: states.nextToDescribe(now, first.id) ?? first.id }))
}

/** Leaves for the feed when the last clip is published. Leaves for the clip's page if another tab published it. */
function useLeaveWhenPublished(queue: UploadQueue): void {
  const [, navigate] = useLocation()
  const leave = useEffectEvent(({ video, isElsewhere }: Published) => {
    refreshAfterPublish(queryClient)
    forgetPlace('feed')
    navigate(isElsewhere ? videoPath(video.id) : '/')
  })
  useEffect(() => queue.onAllPublished((last) => leave(last)), [queue])
}

/** Drops the drafts of clips that turn out to be published. */
function useRemovePublishedDrafts(queue: UploadQueue, continuable: ReturnType<typeof useContinuable>['others']): void {
  const published = continuable.flatMap((upload) => upload.published ?? [])
  const drop = useEffectEvent(() => {
    for (const video of published) queue.queueState.update((now) => states.removePublishedDrafts(now, video))
  })
  const key = published.map(({ id }) => id).join(' ')
  useEffect(() => drop(), [key])
}

/** Reads the chosen files one after another, starting with the file of the shown clip. */
function useFindings(queue: UploadQueue, queueState: states.QueueState): void {
  const unread = [states.shownClip(queueState), ...queueState.clips].find(
    ({ file, findings }) => file && !findings,
  )?.file
  useEffect(() => {
    if (!unread) return
    // A failure to load the code says nothing about the file. The next visit to the page tries again.
    const add = (found: Findings) => queue.queueState.update((now) => states.addFindings(now, unread, found))
    // The findings are shown above the fields, where the creator may already be typing.
    readFile(unread, (found) => keepFocusInPlace(() => add(found))).catch(() => undefined)
  }, [queue, unread])
}

/**
 * Puts the clip to remix into a form, with its prompt. Then replaces the address by the upload page's own, so that a
 * reload adds nothing.
 *
 * @returns Whether the clip is still loading. What the creator types would then be left behind in another form.
 */
function useRemixed(queue: UploadQueue): boolean {
  const id = remixedIn(useSearch())
  const { data: video, error } = useQuery({ ...videoQuery(id ?? ''), enabled: id !== undefined })
  const settle = useEffectEvent(() => {
    history.replaceState(history.state, '', location.pathname)
    if (video) queue.queueState.update((now) => states.beginRemix(now, remixOf(video)))
    else showErrorToast('We couldn’t load the clip to remix', 'It may have been removed. Check your connection.')
  })
  const isSettled = id !== undefined && (video !== undefined || error !== null)
  useEffect(() => {
    if (isSettled) settle()
  }, [isSettled])
  return id !== undefined
}

/** Returns the initial form of a remix. The creator of the remix writes the title and the caption. */
function remixOf({ id, toolUsed, model, prompt, tags }: Video): UploadForm {
  return restoreForm({ toolUsed, model, prompt, tags: splitTags(tags), parents: [{ videoId: id, thanks: '' }] })
}
