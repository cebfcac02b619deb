import { findFileRefusal, type Refusal } from '../form/upload-form.ts'
import { shortenName } from './file-labels.ts'

/** Maximum number of file names for each reason. */
const NAMES_MAX = 3

/** Returns one toast that refuses files, or `undefined` if all may be sent. Names the files if several were chosen. */
export function describeRefused(files: readonly File[]): Refusal | undefined {
  const namesByReason = new Map<string, string[]>()
  let title: string | undefined
  for (const file of files) {
    const refusal = findFileRefusal(file)
    if (!refusal) continue
    const [name, [itsTitle, reason]] = [shortenName(file.name), refusal]
    title = title === undefined || title === itsTitle ? itsTitle : 'Some files can’t be uploaded'
    namesByReason.set(reason, [...(namesByReason.get(reason) ?? []), name])
  }
  const sentences = [...namesByReason].map(([reason, names]) =>
    files.length > 1 ? `${list(names)}: ${reason}` : reason,
  )
  return title === undefined ? undefined : [title, sentences.join(' ')]
}

function list(names: string[]): string {
  const more = names.length > NAMES_MAX ? ` and ${names.length - NAMES_MAX} more` : ''
  return names.slice(0, NAMES_MAX).join(', ') + more
}
