import { isFree } from '../../embedded/free-port.ts'

/** Below those that the system gives to whoever connects: nobody takes one between the search and the start. */
const FIRST = 10_000
/** Of each process of tests, by its id, so that two that search at the same time do not find the same. */
const PORTS_EACH = 20
const PROCESSES = 500

let next = 0

/** Different ones that are free. Those of the next call are others. */
export async function findPorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const port = FIRST + (process.pid % PROCESSES) * PORTS_EACH + (next++ % PORTS_EACH)
    if (!ports.includes(port) && (await isFree(port))) ports.push(port)
  }
  return ports
}
