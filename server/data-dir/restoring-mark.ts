import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../errors/startup-error.ts'

const markOf = (dataDir: string): string => join(dataDir, 'restore-unfinished')

/** Marks a data folder that is being filled. @returns A function that removes the mark when the folder is complete. */
export function markAsRestoring(dataDir: string): () => void {
  writeFileSync(markOf(dataDir), '', { flush: true })
  return () => rmSync(markOf(dataDir))
}

/** @throws {StartupError} If the folder contains an incomplete site. */
export function refuseHalfRestored(dataDir: string): void {
  if (!existsSync(markOf(dataDir))) return
  throw new StartupError(
    `A restore into ${dataDir} was interrupted: it holds only part of a site. ` +
      'Delete the folder, empty the bucket if the restore had one, and restore again.',
  )
}
