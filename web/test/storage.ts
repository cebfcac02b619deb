import { vi } from 'vitest'

/** Replaces the browser's storage until `vi.unstubAllGlobals` is called. @returns The stored strings by key. */
export function stubStorage(area: 'localStorage' | 'sessionStorage'): Map<string, string> {
  const stored = new Map<string, string>()
  vi.stubGlobal(area, {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  return stored
}
