import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { hasSystemCode } from '../errors/system-error.ts'

/**
 * Creates a folder and its missing parents. Node's own option `recursive` never returns below `/proc`, where no process can
 * create folders: the kernel says that the parent is missing, and Node creates the parent again and again.
 *
 * @param folder Absolute path.
 * @returns The folders that were missing, the outermost first.
 * @throws The system's error.
 */
export function makeFolders(folder: string, mode?: number): string[] {
  if (isFolder(folder)) return []
  const made = makeFolders(dirname(folder), mode)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another process may have created it meanwhile.
    if (hasSystemCode(error, 'EEXIST') && isFolder(folder)) return made
    throw error
  }
  return [...made, folder]
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
