import { availableParallelism } from 'node:os'
import type { Launch } from './launch.ts'

export interface TaskLimits {
  /** Of processor time, of all its threads together. */
  cpuSeconds: number
  /** Of one file that it writes. */
  fileMaxBytes: number
}

/** The numbers of Linux. */
const [CPU, FILE_SIZE, DATA, CORE, PROCESSES, OPEN_FILES, ADDRESS_SPACE] = [0, 1, 2, 4, 6, 7, 9]

/** Above what the watchdog allows a child to use: this holds where that looks away for a moment. */
const MEMORY_BYTES = 3 * 2 ** 30
/** Decoders and encoders start threads by the core, and a thread's stack counts as a whole. */
const MEMORY_PER_CORE_BYTES = 128 * 2 ** 20
/** Much of what Node reserves is never used. */
const RESERVED_BYTES = 8 * 2 ** 30
/** All that the children together start, as threads. */
const THREADS_MAX = 4096
const OPEN_FILES_MAX = 256
/** From the signal that says it to the one that ends it. */
const CPU_GRACE_SECONDS = 5

/** @param isOwnUser Whether nobody else counts among its user's processes. */
export function limitsOf({ cpuSeconds, fileMaxBytes }: TaskLimits, isOwnUser: boolean): Launch['limits'] {
  const memoryBytes = MEMORY_BYTES + availableParallelism() * MEMORY_PER_CORE_BYTES
  const alike = (resource: number, limit: number): Launch['limits'][number] => [resource, limit, limit]
  return [
    [CPU, cpuSeconds, cpuSeconds + CPU_GRACE_SECONDS],
    alike(FILE_SIZE, fileMaxBytes),
    alike(DATA, memoryBytes),
    alike(ADDRESS_SPACE, memoryBytes + RESERVED_BYTES),
    alike(CORE, 0),
    alike(OPEN_FILES, OPEN_FILES_MAX),
    ...(isOwnUser ? [alike(PROCESSES, THREADS_MAX)] : []),
  ]
}
