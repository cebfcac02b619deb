import type { Findings } from '../file/read-file.ts'
import { includesForm } from '../form/draft.ts'
import { emptyForm, isEmpty, type UploadForm } from '../form/upload-form.ts'
import type { Details, PublishStep } from '../sending/publish.ts'

/**
 * - `form`: it is being described. `failure` is why it was not published, if that was tried.
 * - `waiting`: it is to be published when those before it are. `problem` is why that did not work yet, where it was not
 *   for the clip.
 */
export type ClipState =
  | { at: 'form'; failure: string | undefined }
  | { at: 'waiting'; details: Details; problem: string | undefined }
  | PublishingState

export interface PublishingState {
  at: 'publishing'
  step: PublishStep
}

/** A clip on its way from the form to the wall. */
export interface Clip {
  id: number
  file: File | undefined
  /** Facts about the file; `undefined` until one has been read. */
  findings: Findings | undefined
  form: UploadForm
  state: ClipState
}

/** What one person has begun to publish in this visit. There is always a clip, so that there is a form to fill. */
export interface Line {
  /** In the order in which they were added. */
  clips: readonly Clip[]
  /** The one whose form is shown. */
  shownId: number
  /** Words of an earlier visit. */
  drafts: readonly UploadForm[]
  nextId: number
}

export function newLine(drafts: readonly UploadForm[]): Line {
  return { clips: [newClip(0)], shownId: 0, drafts, nextId: 1 }
}

/** With nothing in it. Its clip has an id of its own, by which late news of former ones do not reach it. */
export function emptyLine({ nextId }: Line): Line {
  return { clips: [newClip(nextId)], shownId: nextId, drafts: [], nextId: nextId + 1 }
}

function newClip(id: number, given: Partial<Pick<Clip, 'file' | 'form'>> = {}): Clip {
  const state: ClipState = { at: 'form', failure: undefined }
  return { id, file: undefined, findings: undefined, form: emptyForm, state, ...given }
}

export function findClip(line: Line, id: number): Clip | undefined {
  return line.clips.find((clip) => clip.id === id)
}

/** Lists the clips that are still to be described or uploaded. */
export function listDescribed({ clips }: Line): Clip[] {
  return clips.filter(({ state }) => state.at === 'form')
}

export function shownClip(line: Line): Clip {
  return findClip(line, line.shownId) ?? line.clips[0]!
}

export function changeClip(line: Line, id: number, changed: Partial<Omit<Clip, 'id'>>): Line {
  return { ...line, clips: line.clips.map((clip) => (clip.id === id ? { ...clip, ...changed } : clip)) }
}

/** What was typed meanwhile into its other fields stays. */
export function editForm(line: Line, id: number, changed: Partial<UploadForm>): Line {
  const clip = findClip(line, id)
  return clip ? changeClip(line, id, { form: { ...clip.form, ...changed } }) : line
}

/** Adds facts about a file to the clip that has it. */
export function noteFindings(line: Line, file: File, found: Findings): Line {
  const note = (clip: Clip) => (clip.file === file ? { ...clip, findings: { ...clip.findings, ...found } } : clip)
  return { ...line, clips: line.clips.map(note) }
}

/** Copies the details that a creator's clips usually share to each form, from the form that `sourceOf` names. */
export function copyDetails(line: Line, sourceOf: (clip: Clip) => UploadForm): Line {
  const copy = (clip: Clip): Clip => {
    if (clip.state.at !== 'form') return clip
    const { toolUsed, model, tags, tagText, remixPolicy, license } = sourceOf(clip)
    return { ...clip, form: { ...clip.form, toolUsed, model, tags, tagText, remixPolicy, license } }
  }
  return { ...line, clips: line.clips.map(copy) }
}

/**
 * A single file is for the clip that is shown, in the place of the one that it had. Several line up; so does a single one
 * where that clip is on its way already.
 */
export function chooseFiles(line: Line, files: readonly File[]): Line {
  const [first, ...others] = files
  const shown = shownClip(line)
  const isForShown = shown.state.at === 'form' && (shown.file === undefined || others.length === 0)
  if (!first || !isForShown) return addFiles(line, files)
  // The next one may not have what was wrong with this one.
  return addFiles(changeClip(line, shown.id, newClip(shown.id, { file: first, form: shown.form })), others)
}

/** Lines up new clips. Of them, the first is shown if there was nothing left to describe. */
export function addFiles(line: Line, files: readonly File[]): Line {
  const added = files.map((file, i) => newClip(line.nextId + i, { file }))
  const isDescribing = shownClip(line).state.at === 'form'
  return {
    ...line,
    clips: [...line.clips, ...added],
    nextId: line.nextId + added.length,
    shownId: isDescribing ? line.shownId : (added[0]?.id ?? line.shownId),
  }
}

/** Puts words of an earlier visit into the form that is shown, or, where that has some already, into another. */
export function restoreDraft(line: Line, draft: UploadForm): Line {
  const rest = dropDrafts(line, [draft])
  const shown = shownClip(rest)
  if (shown.state.at === 'form' && isEmpty(shown.form)) return changeClip(rest, shown.id, { form: draft })
  const added = newClip(rest.nextId, { form: draft })
  return { ...rest, clips: [...rest.clips, added], nextId: rest.nextId + 1, shownId: added.id }
}

/** A remix, begun or gone on with: what was typed for one of the same clip, in an earlier visit, too, is shown instead. */
export function beginRemix(line: Line, form: UploadForm): Line {
  const parentId = form.parents[0]?.videoId
  const isOfIt = ({ parents }: UploadForm) => parents.some(({ videoId }) => videoId === parentId)
  const begun = line.clips.find((clip) => clip.state.at === 'form' && isOfIt(clip.form))
  return begun ? { ...line, shownId: begun.id } : restoreDraft(line, line.drafts.find(isOfIt) ?? form)
}

/** Lists the drafts that no open form contains: a text that was typed again is offered once. */
export function openDrafts({ clips, drafts }: Line): UploadForm[] {
  return drafts.filter((draft) => !clips.some(({ form }) => includesForm(form, draft)))
}

export function dropDrafts(line: Line, dropped: readonly UploadForm[]): Line {
  return { ...line, drafts: line.drafts.filter((draft) => !dropped.includes(draft)) }
}

/** Drops the drafts of a clip that is published: those with its title, and its caption if they have one. */
export function dropPublished(line: Line, video: { title: string; caption: string | null }): Line {
  const [title, caption] = [video.title.trim(), video.caption?.trim() ?? '']
  const isOfIt = (draft: UploadForm) => draft.title.trim() === title && ['', caption].includes(draft.caption.trim())
  return { ...line, drafts: line.drafts.filter((draft) => !isOfIt(draft)) }
}

/** Takes a clip out. If it was shown, the next that is to be described is. */
export function removeClip(line: Line, id: number): Line {
  const clips = line.clips.filter((clip) => clip.id !== id)
  if (clips.length === 0)
    return { ...line, clips: [newClip(line.nextId)], shownId: line.nextId, nextId: line.nextId + 1 }
  const next = line.shownId === id ? (nextToDescribe(line, id) ?? clips.at(-1)!.id) : line.shownId
  return { ...line, clips, shownId: next }
}

/** @returns The id of the first clip after this one, or else before it, that is still to be described. */
export function nextToDescribe({ clips }: Line, id: number): number | undefined {
  const at = clips.findIndex((clip) => clip.id === id)
  const others = [...clips.slice(at + 1), ...clips.slice(0, at)]
  return others.find(({ state }) => state.at === 'form')?.id
}

/** Nothing is chosen or typed in any form. */
export function isBlank({ clips }: Line): boolean {
  return clips.every(({ file, form }) => !file && isEmpty(form))
}

/** Closing the tab would stop something. While another tab sends a clip, nothing of it is stopped. */
export function isUnderWay({ clips }: Line): boolean {
  return clips.some(({ state }) =>
    state.at === 'publishing' ? state.step.step !== 'elsewhere' : state.at === 'waiting',
  )
}

/** Why a clip was not published. */
export function failureOf(state: ClipState): string | undefined {
  return state.at === 'form' ? state.failure : undefined
}

/** It is on its way, or has failed. */
export function isShownInHeader(state: ClipState): boolean {
  return state.at !== 'form' || failureOf(state) !== undefined
}
