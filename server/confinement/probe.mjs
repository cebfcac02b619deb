// Runs like a decoding child. It exits with an error if it cannot do something that children must be able to do. It
// tries actions that must fail, and prints those that succeeded. Its argument is the file that it may read.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'

readFileSync(process.argv[2])
const canReadFiles = succeeds(() => readdirSync('/'))
const { error } = spawnSync(process.execPath, ['--version'])
const canStartProcesses = error?.code !== 'EPERM'
const canUseNetwork = await new Promise((resolve) => {
  const server = createServer().on('error', () => resolve(false))
  server.listen(0, '127.0.0.1', () => server.close(() => resolve(true)))
})
console.log(JSON.stringify({ uid: process.getuid(), canReadFiles, canStartProcesses, canUseNetwork }))

function succeeds(action) {
  try {
    action()
    return true
  } catch {
    return false
  }
}
