import type { Storage } from './storage.ts'

/**
 * What `use` makes of an object's file; `undefined` if the file is surely lost.
 *
 * @throws What `use` throws otherwise, and what storage says when it does not answer at all: nothing is lost then.
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
