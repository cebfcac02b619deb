import { findFileRefusal, type Refusal } from '../form/upload-form.ts'
import { shortenName } from './file-labels.ts'

/** Maximum number of file names for each reason. */
const NAMES_MAX = 3

/** Returns one toast that refuses files, or `undefined` if all may be sent. Names the files if several were chosen. */
export function describeRefused(files: readonly File[]): Refusal | undefined {
  const refusals = files.flatMap((file) => {
    const refusal = findFileRefusal(file)
    return refusal ? { name: shortenName(file.name), title: refusal[0], reason: refusal[1] } : []
  })
  const [first] = refusals
  if (!first) return undefined
  const isSameTitle = refusals.every(({ title }) => title === first.title)
  const sentences = [...new Set(refusals.map(({ reason }) => reason))].map((reason) => {
    const names = refusals.filter((refusal) => refusal.reason === reason).map(({ name }) => name)
    return files.length > 1 ? `${listNames(names)}: ${reason}` : reason
  })
  return [isSameTitle ? first.title : 'Some files can’t be uploaded', sentences.join(' ')]
}

function listNames(names: string[]): string {
  const more = names.length > NAMES_MAX ? [`${names.length - NAMES_MAX} more`] : []
  return new Intl.ListFormat('en').format([...names.slice(0, NAMES_MAX), ...more])
}
