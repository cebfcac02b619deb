import { readdir, readFile } from 'node:fs/promises'

/** Returns a process's CPU time so far, in the kernel's steps of 10 ms. Linux only. */
export async function cpuMsOf(pid: number): Promise<number> {
  const fields = await statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Returns the CPU time of the children of a process for which it has waited. */
export async function cpuMsOfEnded(pid: number): Promise<number> {
  const fields = await statOf(pid)
  return (Number(fields[13]) + Number(fields[14])) * 10
}

/** Adds up a figure over a process and its running descendants. */
export async function sumOfTree(rootPid: number, read: (pid: number) => Promise<number>): Promise<number> {
  let sum = 0
  // A process may end before its figure is read.
  for (const pid of await pidsOfTree(rootPid)) sum += await read(pid).catch(() => 0)
  return sum
}

/** Lists a process and all its descendants. */
async function pidsOfTree(rootPid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = new Map<number, number>()
  // A process may end while the others are being read.
  for (const pid of pids)
    await statOf(pid).then(
      (fields) => parents.set(pid, Number(fields[1])),
      () => {},
    )
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid !== 0 && (pid === rootPid || isBelow(parents.get(pid)))
  return [...parents.keys()].filter(isBelow)
}

/** Returns the fields of `/proc/PID/stat` after the name, which may contain anything. */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
