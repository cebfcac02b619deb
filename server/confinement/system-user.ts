import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The programs that root starts as separate users. */
const purposes = ['postgres', 'media'] as const
type Purpose = (typeof purposes)[number]

/** A user in the form that `spawn` takes. */
export interface SystemUser {
  uid: number
  gid: number
}

/** User ids that no system assigns: above those of people, and below those of systemd's dynamic users. */
const unassigned = { first: 60_706, last: 61_183 }
/** User ids for containers that map fewer ids. No packaged service has one of these, and neither has `nobody`. */
const ordinary = { first: 1_000, last: 65_533 }

/**
 * Chooses a system user for one purpose of a server that runs as root. The user is exclusive: its id belongs to no
 * other account, group, process or purpose on this machine. On an unchanged machine, the next start chooses the same
 * one. Code that needs the owner of existing files reads it from the files instead.
 *
 * @param machine Folder that contains `etc` and `proc`.
 * @returns `undefined` in a container that maps only root.
 */
export function chooseSystemUser(purpose: Purpose, machine = '/'): SystemUser | undefined {
  const taken = new Set([...accountIds(machine), ...processIds(machine)])
  const isMapped = [readMap(join(machine, 'proc/self/uid_map')), readMap(join(machine, 'proc/self/gid_map'))]
  const id = candidates(purpose).find((each) => !taken.has(each) && isMapped.every((contains) => contains(each)))
  return id === undefined ? undefined : { uid: id, gid: id }
}

/** Lists the user ids for a purpose. The remainder of an id determines its purpose, so no id serves two purposes. */
function candidates(purpose: Purpose): number[] {
  const upwards = range(unassigned)
  const downwards = range(ordinary).toReversed()
  return [...upwards, ...downwards].filter((id) => id % purposes.length === purposes.indexOf(purpose))
}

function range({ first, last }: { first: number; last: number }): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Lists the ids in use: those of users and their groups in `passwd`, and those of groups in `group`. */
function accountIds(machine: string): number[] {
  return ['etc/passwd', 'etc/group'].flatMap((file) =>
    linesOf(join(machine, file)).flatMap((line) => line.split(':').slice(2, 4).filter(isNumber).map(Number)),
  )
}

/** Lists the ids of the users and groups of all processes. Processes may end meanwhile. */
function processIds(machine: string): number[] {
  return entriesOf(join(machine, 'proc'))
    .filter(isNumber)
    .flatMap((pid) => linesOf(join(machine, 'proc', pid, 'status')))
    .filter((line) => /^(Uid|Gid|Groups):/.test(line))
    .flatMap((line) => line.split(/\s+/).filter(isNumber).map(Number))
}

/**
 * Reads a map of ids. Each line contains the first id inside the user namespace, the first id outside of it, and the
 * count. Without user namespaces there is no map.
 */
function readMap(file: string): (id: number) => boolean {
  const lines = linesOf(file)
  if (lines.length === 0) return () => true
  const ranges = lines.map((line) => line.trim().split(/\s+/).map(Number))
  return (id) => ranges.some(([inside = 0, , count = 0]) => id >= inside && id < inside + count)
}

const isNumber = (text: string): boolean => /^\d+$/.test(text)

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
