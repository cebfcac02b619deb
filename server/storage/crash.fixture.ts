// Runs the steps of `crash.suite.ts` on the disk and kills itself instead of making the file system call with a given
// number. Arguments: the folder and this number. Writes one byte per finished step, and at the end the number of calls.
import fs, { writeSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const [folder = '', crashAt = ''] = process.argv.slice(2)
let calls = 0

function countCalls(of: object, names: string[]): void {
  const methods = of as Record<string, (...args: unknown[]) => unknown>
  for (const name of names) {
    const real = methods[name]!
    methods[name] = function (...args) {
      if (++calls === Number(crashAt)) process.kill(process.pid, 'SIGKILL')
      return real.apply(this, args)
    }
  }
}

const probe = await fs.promises.open(folder, 'r')
countCalls(Object.getPrototypeOf(probe) as object, ['sync', 'write', 'appendFile', 'stat', 'close'])
await probe.close()
calls = 0
countCalls(fs.promises, ['copyFile', 'link', 'mkdir', 'open', 'readdir', 'rm', 'stat'])
countCalls(fs, ['open', 'write', 'writev', 'fsync'])
syncBuiltinESMExports()

const { DiskStorage } = await import('./disk/disk-storage.ts')
const { runSteps } = await import('./crash.suite.ts')
await runSteps(await DiskStorage.open(folder), () => writeSync(1, '.'))
writeSync(1, ` ${calls}`)
