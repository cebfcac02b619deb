import type { Storage } from '../storage/storage.ts'

/** Returns the storage with some methods replaced. Spreading an instance would lose its other methods. */
export function storageWith(storage: Storage, replaced: Partial<Storage>): Storage {
  return {
    write: (key, source, limits) => storage.write(key, source, limits),
    append: (key, source) => storage.append(key, source),
    arrivedBytes: (key) => storage.arrivedBytes(key),
    complete: (key) => storage.complete(key),
    writeFile: (key, filePath) => storage.writeFile(key, filePath),
    blank: (key, parts) => storage.blank(key, parts),
    read: (key, range) => storage.read(key, range),
    withFile: (key, use) => storage.withFile(key, use),
    find: (key) => storage.find(key),
    remove: (key) => storage.remove(key),
    removeMany: (keys) => storage.removeMany(keys),
    list: () => storage.list(),
    partSizes: () => storage.partSizes(),
    removeLeftovers: () => storage.removeLeftovers(),
    check: () => storage.check(),
    ...replaced,
  }
}

/** Lists the keys of all objects in order. */
export async function keysIn(storage: Storage): Promise<string[]> {
  return (await Array.fromAsync(storage.list())).map(({ key }) => key)
}
