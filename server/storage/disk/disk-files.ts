import { open, type FileHandle } from 'node:fs/promises'

/** Whether an error says that the name is taken. */
export function isExisting(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EEXIST'
}

/** Whether an error says that the name does not exist. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

/** Ignores the error of a missing file, because the part was completed or removed at this moment. */
export function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/** Opens the first of these files that exists, for reading. */
export async function openExisting(...paths: string[]): Promise<FileHandle | undefined> {
  for (const path of paths) {
    try {
      return await open(path, 'r')
    } catch (error) {
      if (!isMissing(error)) throw error
    }
  }
  return undefined
}

/**
 * Makes a file durable. Given a folder, makes the names in it durable: a new name is durable only after its folder is
 * synced.
 */
export async function sync(path: string): Promise<void> {
  await using entry = await open(path, 'r')
  await entry.sync()
}
