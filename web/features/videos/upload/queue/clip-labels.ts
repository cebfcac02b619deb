import { formatPercent, shortenName } from '../file/file-labels.ts'
import { findFileProblem } from '../file/read-file.ts'
import { isMoving, isPaused, sentShare } from './describe-step.ts'
import type { UploadStep } from '../sending/publish.ts'
import type { Clip } from './queue-state.ts'

/** Returns the name of a clip before it is published. */
export function clipName({ form, file }: Pick<Clip, 'form' | 'file'>): string {
  return form.title.trim() || (file ? shortenName(file.name) : 'New clip')
}

export function describeClipState(clip: Clip): string {
  const { state, findings } = clip
  switch (state.kind) {
    case 'form':
      if (state.failure !== undefined) return 'Upload failed'
      if (findFileProblem(findings)) return 'Can’t be uploaded'
      return isReady(clip) ? 'Ready to upload' : 'Needs details'
    case 'queued':
      return state.problem === undefined ? 'Waiting for its turn' : 'Waiting to retry'
    case 'uploading':
      if (state.step.kind === 'elsewhere') return 'In another tab'
      if (state.step.kind === 'publishing') return isMoving(state.step) ? 'Publishing…' : 'Waiting to be published'
      return `${describeMove(state.step)} ${formatPercent(sentShare(state.step))}`
  }
}

function describeMove(step: UploadStep): string {
  if (isPaused(step)) return 'Paused at'
  return isMoving(step) ? 'Uploading' : 'Waiting at'
}

/** Whether a clip has everything that publishing requires: its details and a usable file. */
export function isReady(clip: Clip): boolean {
  return listMissing(clip).length === 0
}

/** Lists the names of the details that a clip still needs. */
export function listMissing({ file, findings, form }: Clip): string[] {
  const needed = {
    'a video file': file,
    'a playable video file': !findFileProblem(findings),
    title: form.title.trim(),
    caption: form.caption.trim(),
    'AI tool': form.toolUsed,
  }
  return Object.entries(needed).flatMap(([name, value]) => (value ? [] : name))
}
