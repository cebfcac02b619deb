import { getCompileCacheDir } from 'node:module'
import { enableMediaBundle } from '../../server/media/engine/child/child-program.ts'
import { type Build, buildOnce, isBuilt } from './build-once.ts'
import { runTool } from '../support/run-tool.ts'

/** The file that `buildServer` makes. */
export const BUNDLE = 'dist/server/main.js'

const server = bundle('server', ['contract', 'server'])
const media = bundle('media', ['contract', 'server/media'])

/**
 * Bundles the server and its media children into dist/server and dist/media, unless bundles of the same code exist.
 *
 * @returns `false` if that failed; rolldown has printed why.
 */
export async function buildServer(): Promise<boolean> {
  let isNew = false
  const make = (draft: string) => {
    isNew = true
    return server.make(draft)
  }
  if (!(await buildMedia()) || !(await buildOnce({ ...server, make }))) return false
  // Another process loads the new bundle first and thereby caches its compiled code. Compiling it in the server would
  // leave some 15 MB in the server's memory.
  if (isNew && getCompileCacheDir()) await runTool(BUNDLE, [])
  return true
}

/** Like `buildServer`, for the media children only. */
export function buildMedia(): Promise<boolean> {
  return buildOnce(media)
}

/** Starts the media children of this process from their bundle, unless it is missing or outdated. */
export function enableMediaBundleIfBuilt(): void {
  if (isBuilt(media)) enableMediaBundle()
}

function bundle(name: 'server' | 'media', inputs: string[]): Build {
  return {
    output: `dist/${name}`,
    inputs: [...inputs, 'scripts/serve/bundle.ts'],
    // Runs in a separate process, because everything that it loads would stay in the server's memory.
    make: async (draft) => (await runTool('scripts/serve/bundle.ts', [name, draft])) === 0,
  }
}
