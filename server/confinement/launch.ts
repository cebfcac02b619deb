import type { SystemUser } from './system-user.ts'
import type { Instruction } from './call-filter.ts'

/** The launcher's instructions, passed as JSON. */
export interface Launch {
  /** Whether to skip protections that are not available. */
  isProbe: boolean
  /** Numbers of the system calls that the launcher makes. */
  calls: Record<string, number>
  /** The user to become. If absent, root drops its capabilities. */
  user?: SystemUser | undefined
  /** Paths that may be opened, with Landlock rights. The launcher keeps the first one open. */
  paths?: [path: string, rights: number][]
  /** Number of the resource, its soft limit and its hard limit. */
  limits: [resource: number, soft: number, hard: number][]
  /** The system call filter. */
  filter?: Instruction[] | undefined
  /** Arguments of Node. */
  command: string[]
}
