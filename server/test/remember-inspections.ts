import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { type InspectedVideo, inspectVideo } from '../media/engine/engine.ts'

/** Inspects equal files only once, for tests that are not about inspections. */
export function rememberInspections(): typeof inspectVideo {
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
