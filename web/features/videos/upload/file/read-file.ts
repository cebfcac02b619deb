import { nameAspectRatio } from '../../../../../contract/videos/aspect-ratio.ts'
import type { PrivateKind } from '../../../../../contract/media/private-data/private-data.ts'
import type { DetectedMetadata } from '../../../../../contract/media/detected-metadata/detected-metadata.ts'
import { EMPTY_FILE } from '../../../../../contract/videos/uploads.ts'
import { lazyCode } from '../../../../net/lazy-code.ts'
import type { FileFacts } from './inspect-file.ts'

const inspecting = lazyCode(() => import('./inspect-file.ts'))

/** The code that reads and shows detected metadata. It is loaded only for files that may contain some. */
export const detectedMetadataCode = lazyCode(() => import('../detected-metadata/detected-metadata-code.ts'))

/** Results of reading a chosen file, each absent until it is known. */
export interface Findings {
  facts?: FileFacts
  /** Internal message of the error that prevented the reading of the facts. */
  problem?: string
  /** Data in the file that viewers do not see. */
  hidden?: readonly PrivateKind[]
  /** How the clip was made, according to the file. It is read only if the file may say so. */
  detected?: DetectedMetadata
}

/** The sentence for each problem for which the server would also refuse the file. */
const refusals = new Map([
  [EMPTY_FILE, EMPTY_FILE],
  [
    'Could not load video',
    'We can’t read this file as a video. Choose another file, or export it as MP4, WebM or MOV.',
  ],
  [
    'Could not detect video dimensions',
    'We can’t find any video in this file. Choose another file, or export it again.',
  ],
  ['The end is missing', 'This file is incomplete: the end is missing. Please copy or export it again.'],
])

/** Returns the reason why the server would refuse the file, as a sentence. */
export function findFileProblem(findings: Findings | undefined): string | undefined {
  return refusals.get(findings?.problem ?? '')
}

/** Returns `'auto'` until the ratio is detected, or if the detection fails. */
export function aspectRatioOf({ facts }: Findings = {}): string {
  return facts ? nameAspectRatio(facts.width, facts.height) : 'auto'
}

/**
 * Reads a file before any byte of it is sent.
 *
 * @param onFound Called with each finding as soon as it has been read, always asynchronously.
 * @throws {Error} If the code that reads files could not be loaded.
 */
export async function readFile(file: File, onFound: (found: Findings) => void): Promise<void> {
  if (file.size === 0) return Promise.resolve().then(() => onFound({ problem: EMPTY_FILE }))
  const { inspectFile, findPrivateData, sourceOf } = await inspecting.fetch()
  const [tags, hidden] = await Promise.all([
    inspectFile(file).then(
      (facts) => (onFound({ facts }), facts.tags),
      (error: Error) => (onFound({ problem: error.message }), {}),
    ),
    // A failure is ignored: the server finds the hidden data, or refuses the file with a sentence.
    findPrivateData(sourceOf(file)).then(
      (found) => (onFound({ hidden: found.kinds }), found),
      () => ({ holdsCredentials: false }),
    ),
  ])
  if (!hidden.holdsCredentials && !hasMetadata(tags)) return
  const { readDetectedMetadata } = await detectedMetadataCode.fetch()
  onFound({ detected: await readDetectedMetadata(sourceOf(file), tags, hidden) })
}

/** Whether the tags may say how the clip was made. Most files name only their encoder. */
function hasMetadata(tags: FileFacts['tags']): boolean {
  return Object.values(tags).some((text) => typeof text === 'string' && /[{/\\]|Steps: /.test(text))
}
