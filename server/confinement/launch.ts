import type { SystemUser } from './system-user.ts'
import type { Instruction } from './call-filter.ts'

/** What the launcher is told, as JSON. */
export interface Launch {
  /** Passes over what cannot be had. */
  isProbe: boolean
  /** The numbers of the system calls that it makes. */
  calls: Record<string, number>
  /** Whom to become. Without one, root gives up what makes it root. */
  user?: SystemUser | undefined
  /** What can be opened, and the rights to it as Landlock's bits. The first is open in the program. */
  paths?: [path: string, rights: number][]
  /** The resource's number, and its soft and hard limit. */
  limits: [resource: number, soft: number, hard: number][]
  /** Which system calls are refused. */
  filter?: Instruction[] | undefined
  /** The arguments of Node. */
  command: string[]
}
