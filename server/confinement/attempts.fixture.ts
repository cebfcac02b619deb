// Runs like a decoding child, for tests: makes the attempts that its first argument names, and prints each result.
import { spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import {
  chmodSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { getPriority, setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'

export interface Targets {
  file: string
  tcpPort: number
  udpPort: number
  socketPath: string
  /** Files that belong to the server. */
  secret: string
  object: string
  /** A folder that belongs to the server. */
  dataDir: string
  parentId: number
}

const attempts = {
  'read its file': ({ file }: Targets) => readFileSync(file),
  'write into its folder': () => writeFileSync('output', 'made'),
  'lower its own priority': () => setPriority(getPriority() + 1),
  'connect over TCP': ({ tcpPort }: Targets) => once(connect(tcpPort, '127.0.0.1'), 'connect'),
  'connect to a local socket': ({ socketPath }: Targets) => once(connect(socketPath), 'connect'),
  listen: () => once(createServer().listen(0, '127.0.0.1'), 'listening'),
  'send over UDP': ({ udpPort }: Targets) => sendDatagram(udpPort),
  'read the session secret': ({ secret }: Targets) => readFileSync(secret),
  'read another object': ({ object }: Targets) => readFileSync(object),
  'read on a thread of the pool': ({ secret }: Targets) => readFile(secret),
  'read on a thread of its own': ({ secret }: Targets) => readInWorker(secret),
  'list the root folder': () => readdirSync('/'),
  'list the data folder': ({ dataDir }: Targets) => readdirSync(dataDir),
  'read the environment of the server': ({ parentId }: Targets) => readFileSync(`/proc/${parentId}/environ`),
  'write into the data folder': ({ dataDir }: Targets) => writeFileSync(`${dataDir}/planted`, ''),
  'change its file': ({ file }: Targets) => writeFileSync(file, 'changed'),
  'make a secret readable for all': ({ secret }: Targets) => chmodSync(secret, 0o777),
  'leave a symbolic link to a secret': ({ secret }: Targets) => symlinkSync(secret, 'symbolic-link'),
  'leave a hard link to a secret': ({ secret }: Targets) => linkSync(secret, 'hard-link'),
  'start a program': () => start('/bin/true'),
  'start Node again': () => start(process.execPath),
  'become root': () => process.setuid?.(0),
  'signal the server': ({ parentId }: Targets) => process.kill(parentId, 0),
  'lower the priority of the server': ({ parentId }: Targets) => setPriority(parentId, 19),
  'take 8 GB of memory': () => Array.from({ length: 32 }, () => Buffer.allocUnsafeSlow(2 ** 28)).length,
  'write a huge file': () => writeSync(openSync('huge', 'w'), 'end', 2 ** 33),
  'compute for ever': () => computeForEver(),
}
export type Attempt = keyof typeof attempts

const targets = JSON.parse(process.argv[2] ?? '') as Targets
const outcomes: Record<string, string> = {}
for (const name of process.argv.slice(3) as Attempt[]) {
  outcomes[name] = await Promise.resolve(targets)
    .then((given) => attempts[name](given))
    .then(
      () => 'done',
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    )
}
console.log(JSON.stringify({ uid: process.getuid?.(), outcomes }))
process.exit(0)

function start(program: string): void {
  const { error } = spawnSync(program, ['--version'])
  if (error) throw error
}

function sendDatagram(port: number): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers()
  const socket = createSocket('udp4').on('error', reject)
  socket.send('hello', port, '127.0.0.1', (error) => (error ? reject(error) : resolve(undefined)))
  return promise
}

async function readInWorker(path: string): Promise<void> {
  const read = `require('node:worker_threads').parentPort.postMessage(require('node:fs').readFileSync('${path}').length)`
  await once(new Worker(read, { eval: true }), 'message')
}

function computeForEver(): void {
  for (;;);
}
