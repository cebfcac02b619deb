import type { Findings } from '../file/read-file.ts'
import { includesForm } from '../form/stored-forms.ts'
import { emptyForm, isEmpty, isSame, type UploadForm } from '../form/upload-form.ts'
import { sharedFields } from '../form/video-fields.ts'
import type { Details, UploadStep } from '../sending/publish.ts'

/**
 * The state of a clip.
 * - `form`: the clip is being described. `failure` is the reason why the last attempt failed.
 * - `queued`: the clip is uploaded after those before it. `problem` is the reason for a delay that the clip did not
 *   cause.
 * - `uploading`: the clip is uploaded and published.
 *
 * Three states are nested. An `uploading` clip has an `UploadStep` (publish.ts), and a clip whose step is `sending` has
 * a `TransferState` (transfer-state.ts): `running`, `paused` or `interrupted`.
 */
export type ClipState =
  | { kind: 'form'; failure: string | undefined }
  | { kind: 'queued'; details: Details; problem: string | undefined }
  | { kind: 'uploading'; step: UploadStep }

/** A clip between its form and the wall. */
export interface Clip {
  id: number
  file: File | undefined
  /** Facts about the file; `undefined` until one has been read. */
  findings: Findings | undefined
  form: UploadForm
  state: ClipState
}

/** The upload queue of one user in this visit. The queue always contains a clip with a form to fill. */
export interface QueueState {
  /** The clips in the order of their addition. */
  clips: readonly Clip[]
  /** Id of the clip in the form. */
  shownId: number
  /** Stored forms of an earlier visit, which the page offers to restore. */
  drafts: readonly UploadForm[]
  /** The details of clips that are described together, without a title; `undefined` if each is described on its own. */
  shared: UploadForm | undefined
  nextId: number
}

/** @param id A new id for the only clip, so that late events of former clips do not reach it. */
export function newQueue(drafts: readonly UploadForm[], id = 0): QueueState {
  return { clips: [newClip(id)], shownId: id, drafts, shared: undefined, nextId: id + 1 }
}

function newClip(id: number, { file, form = emptyForm }: Partial<Pick<Clip, 'file' | 'form'>> = {}): Clip {
  const state: ClipState = { kind: 'form', failure: undefined }
  return { id, file, findings: undefined, form: describing(file, form), state }
}

function describing(file: File | undefined, form: UploadForm): UploadForm {
  return file ? { ...form, fileName: file.name } : form
}

export function findClip(queueState: QueueState, id: number): Clip | undefined {
  return queueState.clips.find((clip) => clip.id === id)
}

/** Lists the clips that are not submitted, and those with a failed or cancelled upload. */
export function listDescribed({ clips }: QueueState): Clip[] {
  return clips.filter(({ state }) => state.kind === 'form')
}

export function shownClip(queueState: QueueState): Clip {
  return findClip(queueState, queueState.shownId) ?? queueState.clips[0]!
}

export function changeClip(queueState: QueueState, id: number, changed: Partial<Omit<Clip, 'id'>>): QueueState {
  return { ...queueState, clips: queueState.clips.map((clip) => (clip.id === id ? { ...clip, ...changed } : clip)) }
}

/**
 * Changes fields of a form. The other fields keep their current text. If this is the only clip left to describe, clips
 * whose upload fails later do not replace its form by a common one.
 */
export function editForm(queueState: QueueState, id: number, changed: Partial<UploadForm>): QueueState {
  const clip = findClip(queueState, id)
  if (!clip) return queueState
  const shared = isTogether(queueState) ? queueState.shared : undefined
  return { ...changeClip(queueState, id, { form: { ...clip.form, ...changed } }), shared }
}

/** Whether several clips are described in one form. */
export function isTogether(queueState: QueueState): boolean {
  return queueState.shared !== undefined && listDescribed(queueState).length > 1
}

/** Describes the clips in one form. The form starts with the most common value of each detail. */
export function describeTogether(queueState: QueueState): QueueState {
  const forms = listDescribed(queueState).map(({ form }) => form)
  const count = (name: keyof UploadForm, value: unknown) => forms.filter((form) => isSame(form[name], value)).length
  const usual = (name: keyof UploadForm) =>
    forms
      .map((form) => form[name])
      .reduce((best, value) => (count(name, value) > count(name, best) ? value : best), emptyForm[name])
  const names = ['tagText' as const, ...sharedFields.map(({ name }) => name)]
  return { ...queueState, shared: { ...emptyForm, ...Object.fromEntries(names.map((name) => [name, usual(name)])) } }
}

/** Changes details of all clips that are described together. A clip keeps the details that it does not share. */
export function editShared(queueState: QueueState, changed: Partial<UploadForm>): QueueState {
  const { shared } = queueState
  if (!shared) return queueState
  const names = Object.keys(changed) as (keyof UploadForm)[]
  const change = (clip: Clip): Clip =>
    clip.state.kind === 'form' && !names.some((name) => isOwn(clip, name, shared))
      ? { ...clip, form: { ...clip.form, ...changed } }
      : clip
  return { ...queueState, shared: { ...shared, ...changed }, clips: queueState.clips.map(change) }
}

/** Lists the labels of the details that a clip does not share with the others. */
export function listOwn({ shared = emptyForm }: QueueState, clip: Clip): string[] {
  return sharedFields.flatMap(({ name, label }) => (isOwn(clip, name, shared) ? label.replace(' (optional)', '') : []))
}

function isOwn({ form }: Clip, name: keyof UploadForm, shared: UploadForm): boolean {
  return !isSame(shared[name], form[name])
}

export function addFindings(queueState: QueueState, file: File, found: Findings): QueueState {
  const add = (clip: Clip) => (clip.file === file ? { ...clip, findings: { ...clip.findings, ...found } } : clip)
  return { ...queueState, clips: queueState.clips.map(add) }
}

/** Copies to each form the details that clips usually share. `sourceOf` returns the form to copy from. */
export function copyDetails(queueState: QueueState, sourceOf: (clip: Clip) => UploadForm): QueueState {
  const copy = (clip: Clip): Clip => {
    if (clip.state.kind !== 'form') return clip
    const { toolUsed, model, tags, tagText, remixPolicy, license } = sourceOf(clip)
    return { ...clip, form: { ...clip.form, toolUsed, model, tags, tagText, remixPolicy, license } }
  }
  return { ...queueState, clips: queueState.clips.map(copy) }
}

/**
 * Adds a file that was chosen alone. The form that waits for it gets it and is shown. Otherwise the file replaces that of
 * the shown clip, unless that clip has been submitted or clips are described together. If the shown clip is a restored
 * draft of another file, the stored draft of this file is restored, if there is one.
 */
export function chooseFile(before: QueueState, file: File): QueueState {
  const { queueState } = giveToForms(before, [file])
  const clip = queueState.clips.find((each) => isSameFile(each.file, file))
  if (clip) return { ...queueState, shownId: clip.id }
  const shown = shownClip(queueState)
  if (shown.state.kind !== 'form' || isTogether(queueState)) return addFiles(queueState, [file])
  const draft = queueState.drafts.find(({ fileName }) => fileName === file.name)
  if (draft && !shown.file) return chooseFile(restoreDraft(queueState, draft), file)
  // The problem and the cover of the replaced file may not apply to the new one.
  const replaced = newClip(shown.id, { file, form: { ...shown.form, coverAt: null } })
  return changeClip(queueState, shown.id, replaced)
}

/**
 * Adds files to the queue. Each goes to the form that waits for it, or else to a new clip. The first new clip is shown,
 * unless the user is still describing another clip. Several files are described together unless the description of a
 * clip has begun.
 */
export function addFiles(before: QueueState, files: readonly File[]): QueueState {
  const { queueState, others } = giveToForms(before, files)
  const shared = isTogether(queueState) ? queueState.shared : undefined
  const added = others.map((file, i) => newClip(queueState.nextId + i, { file, form: shared ?? emptyForm }))
  const isDescribing = shownClip(queueState).state.kind === 'form'
  const after = {
    ...queueState,
    shared,
    clips: [...queueState.clips, ...added],
    nextId: queueState.nextId + added.length,
    shownId: isDescribing ? queueState.shownId : (added[0]?.id ?? queueState.shownId),
  }
  return files.length > 1 && isBlank(listDescribed(before)) ? describeTogether(after) : after
}

/**
 * Gives each file to the form that waits for it: the restored draft that describes it, or else the shown form if that
 * has no file and describes none. A file that was chosen before is read again, unless its clip has been submitted. Also
 * returns the other files.
 */
function giveToForms(queueState: QueueState, files: readonly File[]): { queueState: QueueState; others: File[] } {
  let given = queueState
  const others = files.filter((file) => {
    const chosen = given.clips.find((clip) => isSameFile(clip.file, file))
    if (chosen?.state.kind === 'form') given = changeClip(given, chosen.id, { file, findings: undefined })
    if (chosen) return false
    const waiting = given.clips.filter((clip) => !clip.file)
    const isFree = ({ id, form }: Clip) => id === shownClip(given).id && form.fileName === undefined
    const clip = waiting.find(({ form }) => form.fileName === file.name) ?? waiting.find(isFree)
    if (clip) given = changeClip(given, clip.id, { file, form: describing(file, clip.form) })
    return !clip
  })
  return { queueState: given, others }
}

/** Whether two choices are of the same file. Each choice creates a new object. */
function isSameFile(one: File | undefined, other: File): boolean {
  return one?.name === other.name && one.size === other.size && one.lastModified === other.lastModified
}

export function showClip(queueState: QueueState, id: number): QueueState {
  return { ...queueState, shownId: id, shared: undefined }
}

/**
 * Puts a draft into the form of the file that it describes, or else into the shown form. Puts it into a new form if the
 * shown one already has text, or if the shown clip is one of several and has another file.
 */
export function restoreDraft(queueState: QueueState, draft: UploadForm): QueueState {
  const rest = removeDrafts(queueState, [draft])
  const free = rest.clips.filter(({ state, form }) => state.kind === 'form' && isEmpty(form))
  const mayTake = ({ id, file }: Clip) =>
    id === shownClip(rest).id && (!file || !draft.fileName || rest.clips.length === 1)
  const clip = free.find(({ file }) => file && file.name === draft.fileName) ?? free.find(mayTake)
  if (clip) return changeClip(showClip(rest, clip.id), clip.id, { form: describing(clip.file, draft) })
  const added = newClip(rest.nextId, { form: draft })
  return { ...showClip(rest, added.id), clips: [...rest.clips, added], nextId: rest.nextId + 1 }
}

/** Starts a remix. If there is a form or a draft for a remix of the same clip, shows that one. */
export function beginRemix(queueState: QueueState, form: UploadForm): QueueState {
  const parentId = form.parents[0]?.videoId
  const isOfIt = ({ parents }: UploadForm) => parents.some(({ videoId }) => videoId === parentId)
  const begun = queueState.clips.find((clip) => clip.state.kind === 'form' && isOfIt(clip.form))
  return begun ? showClip(queueState, begun.id) : restoreDraft(queueState, queueState.drafts.find(isOfIt) ?? form)
}

/** Lists the drafts that no open form contains. Text that the creator has typed again is not offered. */
export function openDrafts({ clips, drafts }: QueueState): UploadForm[] {
  return drafts.filter((draft) => !clips.some(({ form }) => includesForm(form, draft)))
}

export function removeDrafts(queueState: QueueState, dropped: readonly UploadForm[]): QueueState {
  return { ...queueState, drafts: queueState.drafts.filter((draft) => !dropped.includes(draft)) }
}

/** Drops the drafts of a published clip. Such a draft has the clip's title, and the clip's caption or none. */
export function removePublishedDrafts(
  queueState: QueueState,
  video: { title: string; caption: string | null },
): QueueState {
  const [title, caption] = [video.title.trim(), video.caption?.trim() ?? '']
  const isOfIt = (draft: UploadForm) => draft.title.trim() === title && ['', caption].includes(draft.caption.trim())
  return { ...queueState, drafts: queueState.drafts.filter((draft) => !isOfIt(draft)) }
}

/** Removes a clip. If the removed clip was shown, the next clip to describe is shown. */
export function removeClip(queueState: QueueState, id: number): QueueState {
  const clips = queueState.clips.filter((clip) => clip.id !== id)
  if (clips.length === 0) return newQueue(queueState.drafts, queueState.nextId)
  const next = queueState.shownId === id ? (nextToDescribe(queueState, id) ?? clips.at(-1)!.id) : queueState.shownId
  return { ...queueState, clips, shownId: next }
}

/**
 * Puts a removed clip back in its place and shows it. An empty form that replaced the last clip disappears. The clip's
 * file is read again, because findings that arrived in the meantime were dropped.
 */
export function restoreClip(queueState: QueueState, clip: Clip, place: number): QueueState {
  const others = isBlank(queueState.clips) ? [] : queueState.clips
  return { ...queueState, clips: others.toSpliced(place, 0, { ...clip, findings: undefined }), shownId: clip.id }
}

/** Returns the id of the next clip to describe: the first later one, or else the first earlier one. */
export function nextToDescribe({ clips }: QueueState, id: number): number | undefined {
  const at = clips.findIndex((clip) => clip.id === id)
  const others = [...clips.slice(at + 1), ...clips.slice(0, at)]
  return others.find(({ state }) => state.kind === 'form')?.id
}

/** Whether no clip has a file or text. */
export function isBlank(clips: readonly Clip[]): boolean {
  return clips.every(({ file, form }) => !file && isEmpty(form))
}

/** Whether closing the tab would stop an upload. Clips that another tab sends do not count. */
export function isUnderWay({ clips }: QueueState): boolean {
  return clips.some(({ state }) =>
    state.kind === 'uploading' ? state.step.kind !== 'elsewhere' : state.kind === 'queued',
  )
}

/** Returns the reason why a clip was not published. */
export function failureOf(state: ClipState): string | undefined {
  return state.kind === 'form' ? state.failure : undefined
}

/** Whether the header shows the clip, because it is being published or has failed. */
export function isShownInHeader(state: ClipState): boolean {
  return state.kind !== 'form' || failureOf(state) !== undefined
}
