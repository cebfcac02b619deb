import { open, type FileHandle } from 'node:fs/promises'

/** Something has that name. */
export function isExisting(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EEXIST'
}

/** Nothing has that name. */
export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

/** It has been completed or removed in this moment. */
export function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

/** The first of these files that is there, to read. */
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

/** A new name is durable only when the folder that holds the name is. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
