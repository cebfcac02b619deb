import { isFree } from '../../embedded/free-port.ts'

/**
 * The lowest port. All ports are below those of outgoing connections, so that no client takes one between the search
 * and the start.
 */
const FIRST = 10_000
/**
 * Number of ports for each test process. Its range begins at a port chosen by its id, so that concurrent searches find
 * different ports.
 */
const PORTS_EACH = 20
const PROCESSES = 500

let next = 0

/** Returns distinct free ports. Each process has 20: further calls return different ones until these are used. */
export async function findPorts(count: number): Promise<number[]> {
  const ports: number[] = []
  while (ports.length < count) {
    const port = FIRST + (process.pid % PROCESSES) * PORTS_EACH + (next++ % PORTS_EACH)
    if (!ports.includes(port) && (await isFree(port))) ports.push(port)
  }
  return ports
}
