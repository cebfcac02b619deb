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

/** Lists the keys of all objects in order. */
export async function keysIn(storage: Storage): Promise<string[]> {
  return (await Array.fromAsync(storage.list())).map(({ key }) => key)
}
