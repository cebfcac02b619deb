import { showErrorToast } from '../../../../page/toast.ts'
import { findFileRefusal } from '../form/upload-form.ts'
import { shortenName } from './file-labels.ts'

/** Maximum number of file names for each reason. */
const NAMES_MAX = 3

/** Returns the files that may be sent. One toast says why the others may not, and names them if several were chosen. */
export function acceptFiles(chosen: FileList): File[] {
  const files = [...chosen]
  const refused = files.filter(findFileRefusal)
  if (refused.length === 0) return files
  const titles = new Set(refused.map((file) => findFileRefusal(file)?.[0]))
  const byReason = Map.groupBy(refused, (file) => findFileRefusal(file)?.[1])
  const sentences = [...byReason].map(([reason, of]) => (files.length > 1 ? `${listNames(of)}: ${reason}` : reason))
  const [title = ''] = titles.size === 1 ? titles : ['Some files can’t be uploaded']
  showErrorToast(title, sentences.join(' '))
  return files.filter((file) => !refused.includes(file))
}

function listNames(files: File[]): string {
  const names = files.slice(0, NAMES_MAX).map(({ name }) => shortenName(name))
  const more = files.length > NAMES_MAX ? [`${files.length - NAMES_MAX} more`] : []
  return new Intl.ListFormat('en').format([...names, ...more])
}
