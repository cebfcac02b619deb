import { spawnSync } from 'node:child_process'

/** Debian's Python, for which the package python3-swift is built. */
export const PYTHON = '/usr/bin/python3'

export const hasSwift = spawnSync(PYTHON, ['-c', 'import swift'], { stdio: 'ignore' }).status === 0

export const notRun = 'Not run: the bucket against a real server (there is no python3-swift on this machine).'
