import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { createPasswords } from '../identity/passwords.ts'
import { type InspectedVideo, inspectVideo } from '../media/engine/engine.ts'
import { patient } from '../db/guarded-pool.ts'

const inspectOnce = rememberInspections()

/** Returns replacements for parts of the server. They make tests fast, and tolerate a busy machine. */
export function testParts() {
  return {
    // The lowest cost of argon2: a run creates hundreds of people.
    passwords: createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 }),
    inspectVideo: inspectOnce,
    patience: patient,
  }
}

/** Inspects equal files only once, for tests that are not about inspections. */
function rememberInspections(): typeof inspectVideo {
  const known = new Map<string, Promise<InspectedVideo>>()
  return async (filePath, options) => {
    // A test may have placed a pipe at this path, so that the inspection waits.
    if (!(await stat(filePath)).isFile()) return inspectVideo(filePath, options)
    const hash = createHash('sha256')
      .update(await readFile(filePath))
      .digest('hex')
    const inspected = known.get(hash) ?? inspectVideo(filePath, options)
    known.set(hash, inspected)
    // A failure may have been the machine's fault.
    inspected.catch(() => known.delete(hash))
    return inspected
  }
}
