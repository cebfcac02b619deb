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

/** Larger files are checked by a job: nobody waits for that. */
const AT_ONCE_MAX_BYTES = 50 * 1024 ** 2
const MAX_BYTES = 4 * 1024 ** 3 - 1

export type CheckDeps = Pick<Deps, 'config' | 'workFolder'>

export interface CheckedFile {
  /** Without tags. */
  findings: Findings
  /** The reader's whole report, JSON; empty where there is none. */
  report: string
}

export const withoutCredentials: CheckedFile = { findings: noFindings, report: '' }

export const tooLarge: CheckedFile = { findings: { ...noFindings, outcome: 'tooLarge' }, report: '' }

export const unreadable: CheckedFile = { findings: { ...noFindings, outcome: 'unreadable' }, report: '' }

/** Whether a file has more bytes than the reader can count. */
export function isTooLarge(sizeBytes: number): boolean {
  return sizeBytes > MAX_BYTES
}

/** With what the container's fields say. */
export function withTags(
  { findings, report }: CheckedFile,
  { tags, namesCredentials }: Pick<VideoFacts, 'tags' | 'namesCredentials'>,
): CheckedFile {
  const outcome = findings.outcome === 'none' && namesCredentials ? 'elsewhere' : findings.outcome
  return { findings: { ...findings, outcome, tags }, report }
}

/** Checks the credentials of a file. What cannot be checked says why, and is no fault of the clip's. */
export async function checkFile(
  { config, workFolder }: CheckDeps,
  filePath: string,
  options: MediaOptions = {},
): Promise<CheckedFile> {
  const { size } = await stat(filePath)
  if (isTooLarge(size)) return tooLarge
  try {
    const { operatorAnchors } = config
    const { report, ...facts } = await checkCredentials(filePath, { workFolder, operatorAnchors, ...options })
    return { findings: { ...noFindings, ...facts }, report }
  } catch (error) {
    if (!(error instanceof UnreadableVideoError)) throw error
    if (!(error instanceof TooSlowError)) return unreadable
    return { findings: { ...noFindings, outcome: 'tooSlow' }, report: '' }
  }
}

/** The same while somebody waits: a large file is left to a job. */
export async function checkFileAtOnce(deps: CheckDeps, filePath: string, options?: MediaOptions): Promise<CheckedFile> {
  const { size } = await stat(filePath)
  if (size > AT_ONCE_MAX_BYTES && !isTooLarge(size))
    return { findings: { ...noFindings, outcome: 'later' }, report: '' }
  return checkFile(deps, filePath, options)
}
