import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What root starts under a user of its own. */
const purposes = ['postgres', 'media'] as const
export type Purpose = (typeof purposes)[number]

/** In the shape that `spawn` takes. */
export interface SystemUser {
  uid: number
  gid: number
}

/** Between what distributions give to people and what systemd gives to services of the moment: nobody hands these out. */
const unassigned = { first: 60_706, last: 61_183 }
/** Where a container maps fewer: neither a service that a package installs, nor `nobody`. */
const ordinary = { first: 1_000, last: 65_533 }

/**
 * Chooses a user for one purpose of a server that runs as root. Unlike `nobody`, it is nobody else's: no account or group
 * of this machine has the number, no process runs as it, and no other purpose ever gets it. A machine on which nothing
 * has changed gives the same answer at the next start; whoever owns files asks them, not this.
 *
 * @param machine The folder under which `etc` and `proc` are.
 * @returns `undefined` if there is none, in a container that maps root only.
 */
export function chooseSystemUser(purpose: Purpose, machine = '/'): SystemUser | undefined {
  const taken = new Set([...accountIds(machine), ...processIds(machine)])
  const isMapped = [readMap(join(machine, 'proc/self/uid_map')), readMap(join(machine, 'proc/self/gid_map'))]
  const id = candidates(purpose).find((each) => !taken.has(each) && isMapped.every((contains) => contains(each)))
  return id === undefined ? undefined : { uid: id, gid: id }
}

/** Every purpose has the numbers that leave a remainder of its own. */
function candidates(purpose: Purpose): number[] {
  const upwards = range(unassigned)
  const downwards = range(ordinary).toReversed()
  return [...upwards, ...downwards].filter((id) => id % purposes.length === purposes.indexOf(purpose))
}

function range({ first, last }: { first: number; last: number }): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Of `passwd` the user and its group, of `group` the group. */
function accountIds(machine: string): number[] {
  return ['etc/passwd', 'etc/group'].flatMap((file) =>
    linesOf(join(machine, file)).flatMap((line) => line.split(':').slice(2, 4).filter(isNumber).map(Number)),
  )
}

/** Real, effective, saved and of the file system; those of processes that end meanwhile do not matter. */
function processIds(machine: string): number[] {
  return entriesOf(join(machine, 'proc'))
    .filter(isNumber)
    .flatMap((pid) => linesOf(join(machine, 'proc', pid, 'status')))
    .filter((line) => /^(Uid|Gid|Groups):/.test(line))
    .flatMap((line) => line.split(/\s+/).filter(isNumber).map(Number))
}

/** A map's lines: first number inside, first number outside, how many. Without user namespaces there is none. */
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
