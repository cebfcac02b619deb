import type { Storage } from './storage.ts'

/**
 * Calls `use` with an object's file; returns `undefined` if the file is certainly lost.
 *
 * @throws The error of `use`, and the storage's error if it does not answer: nothing is lost then.
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
