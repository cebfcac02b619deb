import { getCompileCacheDir } from 'node:module'
import { buildOnce } from './build-once.ts'
import { runTool } from '../support/run-tool.ts'

/** The file that `buildServer` makes. */
export const BUNDLE = 'dist/server/main.js'

/**
 * Bundles the server into dist/server unless a bundle of the same code exists.
 *
 * @returns `false` if that failed; rolldown has printed why.
 */
export async function buildServer(): Promise<boolean> {
  let isNew = false
  const isBuilt = await buildOnce({
    output: 'dist/server',
    inputs: ['contract', 'server', 'scripts/serve/bundle-server.ts'],
    // Runs in a separate process, because everything that it loads would stay in the server's memory.
    make: async (draft) => {
      isNew = true
      return (await runTool('scripts/serve/bundle-server.ts', [draft])) === 0
    },
  })
  // Another process loads the new bundle first and thereby caches its compiled code. Compiling it in the server would
  // leave some 15 MB in the server's memory.
  if (isNew && isBuilt && getCompileCacheDir()) await runTool(BUNDLE, [])
  return isBuilt
}
