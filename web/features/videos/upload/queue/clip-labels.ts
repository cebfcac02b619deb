import { formatPercent, shortenName } from '../file/file-labels.ts'
import { isComplete } from '../form/upload-form.ts'
import { isPaused, sentShare } from './describe-step.ts'
import type { Clip } from './line.ts'

/** What a clip is called before it is published. */
export function clipName({ form, file }: Pick<Clip, 'form' | 'file'>): string {
  return form.title.trim() || (file ? shortenName(file.name) : 'New clip')
}

/** Where it stands, in a word or two. */
export function clipStatus({ state, form, file }: Clip): string {
  switch (state.at) {
    case 'form':
      if (state.failure !== undefined) return 'Upload failed'
      return file && isComplete(form) ? 'Ready to upload' : 'Needs details'
    case 'waiting':
      return state.problem === undefined ? 'Waiting for its turn' : 'Waiting to retry'
    case 'publishing':
      if (state.step.step === 'elsewhere') return 'In another tab'
      if (state.step.step === 'publishing') return 'Publishing…'
      return `${isPaused(state.step) ? 'Paused at' : 'Uploading'} ${formatPercent(sentShare(state.step))}`
  }
}
