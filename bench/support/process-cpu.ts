import { readdir, readFile } from 'node:fs/promises'

/** What a process has used so far, in the kernel's steps of 10 ms. Linux only, as the figures are. */
export async function cpuMsOf(pid: number): Promise<number> {
  const fields = await statOf(pid)
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** The same of a process and all that it has started, which are still there. */
export async function cpuMsOfTree(rootPid: number): Promise<number> {
  let sum = 0
  for (const pid of await pidsOfTree(rootPid)) sum += await cpuMsOf(pid).catch(() => 0)
  return sum
}

/** A process and all that descend from it. */
export async function pidsOfTree(rootPid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const parents = new Map<number, number>()
  // One may end while the others are being read.
  for (const pid of pids)
    await statOf(pid).then(
      (fields) => parents.set(pid, Number(fields[1])),
      () => {},
    )
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && pid !== 0 && (pid === rootPid || isBelow(parents.get(pid)))
  return [...parents.keys()].filter(isBelow)
}

/** The fields of `/proc/PID/stat` after the name, which may contain anything. */
async function statOf(pid: number): Promise<string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
