import { execFileSync } from 'node:child_process'

/** Debian's Python, for which the package python3-swift is built. */
export const PYTHON = '/usr/bin/python3'

export const hasSwift = canImport()

export const notRun = 'Not run: the bucket against a real server (there is no python3-swift on this machine).'

function canImport(): boolean {
  try {
    execFileSync(PYTHON, ['-c', 'import swift'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
