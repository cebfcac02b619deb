import type { Storage } from './storage.ts'

/**
 * Calls `use` with an object's file; returns `undefined` if the file is certainly lost.
 *
 * @throws The error of `use` if the file exists, and the storage's error if the storage does not answer.
 */
export async function unlessLost<T>(
  storage: Storage,
  key: string,
  use: (filePath: string) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await storage.withFile(key, use)
  } catch (error) {
    await storage.check()
    if (await storage.find(key)) throw error
    return undefined
  }
}
