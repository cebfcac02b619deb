import { stat } from 'node:fs/promises'
import {
  checkCredentials,
  type MediaOptions,
  TooSlowError,
  UnreadableVideoError,
  type VideoFacts,
} from '../../../media/engine/engine.ts'
import type { Deps } from '../../../setup/deps.ts'
import { type Findings, noFindings } from './findings.ts'

/** Larger files are checked by a job, so that the request does not wait for the check. */
const AT_ONCE_MAX_BYTES = 50 * 1024 ** 2
const MAX_BYTES = 4 * 1024 ** 3 - 1

type CheckDeps = Pick<Deps, 'config' | 'workFolder'>

export interface CheckedFile {
  /** Findings without tags. */
  findings: Findings
  /** The reader's whole report as JSON, or an empty string. */
  report: string
}

/** Returns the result for a file whose credentials were not read. */
export function unchecked(outcome: Findings['outcome']): CheckedFile {
  return { findings: { ...noFindings, outcome }, report: '' }
}

/** Whether a file is larger than the reader can handle. */
export function isTooLarge(sizeBytes: number): boolean {
  return sizeBytes > MAX_BYTES
}

/** Adds the facts from the container's fields to the findings. */
export function withTags(
  { findings, report }: CheckedFile,
  { tags, namesCredentials }: Pick<VideoFacts, 'tags' | 'namesCredentials'>,
): CheckedFile {
  const outcome = findings.outcome === 'none' && namesCredentials ? 'elsewhere' : findings.outcome
  return { findings: { ...findings, outcome, tags }, report }
}

/**
 * Checks the credentials of a file. If they cannot be checked, the outcome gives the reason, and the clip is not
 * rejected.
 *
 * @param isAtOnce Whether a request waits for the check. The check of a large file is then left to a job.
 */
export async function checkFile(
  { config, workFolder }: CheckDeps,
  filePath: string,
  { isAtOnce = false, ...options }: MediaOptions & { isAtOnce?: boolean },
): Promise<CheckedFile> {
  const { size } = await stat(filePath)
  if (isTooLarge(size)) return unchecked('tooLarge')
  if (isAtOnce && size > AT_ONCE_MAX_BYTES) return unchecked('later')
  try {
    const { operatorAnchors } = config
    const { report, ...facts } = await checkCredentials(filePath, { workFolder, operatorAnchors, ...options })
    return { findings: { ...noFindings, ...facts }, report }
  } catch (error) {
    if (!(error instanceof UnreadableVideoError)) throw error
    return unchecked(error instanceof TooSlowError ? 'tooSlow' : 'unreadable')
  }
}
