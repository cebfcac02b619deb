const MB = 1024 ** 2
const GB = 1024 ** 3
const unitBytes: Record<string, number> = { MB, GB, TB: 1024 * GB }

const DEFAULT_PERCENT = 5
const DEFAULT_LEAST_BYTES = 2 * GB
const DEFAULT_MOST_BYTES = 20 * GB

/** Bytes of a file system of `totalBytes` that uploads must leave free. */
export type DiskReserve = (totalBytes: number) => number

/** 5 % of the file system, at least 2 GB and at most 20 GB. */
export const defaultReserve: DiskReserve = (totalBytes) =>
  Math.min(DEFAULT_MOST_BYTES, Math.max(DEFAULT_LEAST_BYTES, (totalBytes * DEFAULT_PERCENT) / 100))

/** @returns A size such as `64MB` or `10GB` in bytes; `undefined` if it is malformed. */
export function parseSize(text: string): number | undefined {
  const reserve = text.endsWith('%') ? undefined : parseReserve(text)
  return reserve?.(0)
}

/** The accepted forms of a reserve: a size such as `64MB` or `10GB`, or a share such as `7.5%`. */
const pattern = /^(\d{1,6}(?:\.\d{1,3})?) ?(MB|GB|TB|%)$/

/** @returns The requested reserve, without the limits of the default; `undefined` if malformed or above 100 %. */
export function parseReserve(text: string): DiskReserve | undefined {
  const [, number, unit = ''] = pattern.exec(text) ?? []
  if (number === undefined) return undefined
  const bytesEach = unitBytes[unit]
  if (bytesEach !== undefined) return () => Number(number) * bytesEach
  return Number(number) <= 100 ? (totalBytes) => (totalBytes * Number(number)) / 100 : undefined
}
