import type { main } from '../../server/main.ts'
import { buildOnce } from './build-once.ts'
import { runTool } from '../check/run-tool.ts'

/** The server as `buildServer` leaves it, relative to this folder. */
const BUNDLE = '../../dist/server/main.js'

/**
 * Bundles the server into dist/server unless a bundle of the same code exists.
 *
 * @returns `false` if that failed; rolldown has printed why.
 */
export function buildServer(): Promise<boolean> {
  return buildOnce({
    output: 'dist/server',
    inputs: ['contract', 'server', 'scripts/serve/bundle-server.ts'],
    // A separate process, for the same reason as Vite's.
    make: async (draft) => (await runTool('scripts/serve/bundle-server.ts', [draft])) === 0,
  })
}

/** Loads the bundled server, which starts in less time and memory than its source. */
export function loadServer(): Promise<{ main: typeof main }> {
  return import(BUNDLE) as Promise<{ main: typeof main }>
}
