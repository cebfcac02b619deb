import { availableParallelism } from 'node:os'
import type { Launch } from './launch.ts'

export interface TaskLimits {
  /** CPU time of all threads together, in seconds. */
  cpuSeconds: number
  /** Maximum size of a file that the task writes, in bytes. */
  fileMaxBytes: number
}

/** Linux's numbers of the resources. */
const [CPU, FILE_SIZE, DATA, CORE, PROCESSES, OPEN_FILES, ADDRESS_SPACE] = [0, 1, 2, 4, 6, 7, 9]

/**
 * Limit of reserved memory, which is about three times the used memory. The watchdog limits the used memory. Encoding
 * three sizes of a clip with 60 frames a second reserves 3.5 GB.
 */
const MEMORY_BYTES = 5 * 2 ** 30
/** Decoders and encoders start threads per core, and a thread's whole stack counts. */
const MEMORY_PER_CORE_BYTES = 128 * 2 ** 20
/** Node reserves address space that it never uses. */
const RESERVED_BYTES = 8 * 2 ** 30
/** Processes and threads of all children together. */
const THREADS_MAX = 4096
const OPEN_FILES_MAX = 256
/** Seconds between the warning signal and the final one. */
const CPU_GRACE_SECONDS = 5

/** Returns the limits of a child. @param isOwnUser Whether all processes of its user are children of this server. */
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
