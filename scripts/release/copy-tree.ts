import {
  chmodSync,
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'

interface Options {
  isWanted: (path: string) => boolean
  /** Whether files are shared with the source, which nothing may change. */
  isLinked?: boolean
}

/**
 * Copies a folder with its subfolders, so that everyone can read the files and only their owner can change them. The
 * umask must allow that.
 */
export function copyTree(from: string, to: string, options: Options): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (!options.isWanted(source)) continue
    if (entry.isDirectory()) copyTree(source, target, options)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (options.isLinked) linkSync(source, target)
    else copyPlainly(source, target)
  }
}

/** Copies one file, by reference where the disk can do that. */
export function copyPlainly(from: string, to: string): void {
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
  chmodSync(to, statSync(from).mode & 0o100 ? 0o755 : 0o644)
}
