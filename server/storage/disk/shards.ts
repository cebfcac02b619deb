/** Returns the path of an object below the folder of all objects, in the folder of its first two digits. */
export function pathInFolder(key: string): string {
  return `${key.slice(0, 2)}/${key}`
}

/** Whether an entry is one of the folders over which objects are spread. */
export function isShard(entry: { name: string; isDirectory(): boolean }): boolean {
  return entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name)
}
