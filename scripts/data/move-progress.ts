import { formatBytes } from '../../contract/bytes.ts'
import { counted } from '../../server/format/in-words.ts'
import type { ListedObject } from '../../server/storage/storage.ts'

interface Sum {
  files: number
  bytes: number
}

/** Counts files and their bytes. */
export async function sumOf(objects: AsyncIterable<ListedObject>): Promise<Sum> {
  const sum = { files: 0, bytes: 0 }
  for await (const { sizeBytes } of objects) {
    sum.files++
    sum.bytes += sizeBytes
  }
  return sum
}

/**
 * Returns a function that counts a file, and logs a line for every further percent of all bytes. Only copied files
 * determine the remaining time, because a file that the bucket already has takes almost no time.
 */
export function showProgress(all: Sum, log: (line: string) => void) {
  const startedAtMs = performance.now()
  const seen = { files: 0, bytes: 0, copiedBytes: 0, percent: 0 }
  return ({ sizeBytes }: Pick<ListedObject, 'sizeBytes'>, isCopied: boolean): void => {
    seen.files++
    seen.bytes += sizeBytes
    if (isCopied) seen.copiedBytes += sizeBytes
    const percent = Math.floor((100 * seen.bytes) / Math.max(1, all.bytes))
    if (percent === seen.percent) return
    seen.percent = percent
    const files = `${seen.files.toLocaleString('en')} of ${counted(all.files, 'file')}`
    const leftMs = ((performance.now() - startedAtMs) / seen.copiedBytes) * (all.bytes - seen.bytes)
    const left = seen.copiedBytes > 0 && percent < 100 ? `, ${timeInWords(leftMs)} left` : ''
    log(`${percent} %: ${files}, ${formatBytes(seen.bytes)} of ${formatBytes(all.bytes)}${left}`)
  }
}

/** Formats a duration that is an estimate, such as 'about 12 minutes'. */
function timeInWords(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 1) return 'less than a minute'
  return minutes < 120 ? `about ${counted(minutes, 'minute')}` : `about ${counted(Math.round(minutes / 60), 'hour')}`
}
