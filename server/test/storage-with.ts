import { unreadable } from '../media/unreadable-video.ts'
import type { Storage } from '../storage/storage.ts'

/** Returns the storage with some methods replaced. Spreading an instance would lose its other methods. */
export function storageWith(storage: Storage, replaced: Partial<Storage>): Storage {
  return new Proxy(storage, {
    get(target, name) {
      if (name in replaced) return Reflect.get(replaced, name)
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

/** Returns the storage with files whose processing takes too long. */
export function tooSlow(storage: Storage): Storage {
  return storageWith(storage, { withFile: () => Promise.reject(unreadable('tooSlow')) })
}

/** Lists the keys of all objects in order. */
export async function keysIn(storage: Storage): Promise<string[]> {
  return (await Array.fromAsync(storage.list())).map(({ key }) => key)
}
