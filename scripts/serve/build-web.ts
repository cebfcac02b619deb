import { compressAssets } from './compress-assets.ts'
import { buildOnce } from './build-once.ts'
import { runTool, tools } from '../check/run-tool.ts'

/**
 * Builds the web app into dist/web unless a build of the same inputs exists.
 *
 * @returns `false` if the build failed; Vite has printed why.
 */
export function buildWeb(): Promise<boolean> {
  return buildOnce({
    output: 'dist/web',
    inputs: ['tsconfig.base.json', 'contract', 'web'],
    make: async (draft) => {
      console.log('Building the web app…')
      const args = ['build', '--config=web/vite.config.ts', `--outDir=${draft}`, '--emptyOutDir', '--logLevel=warn']
      // Vite runs in a separate process, because everything that it loads would stay in the server's memory.
      if ((await runTool(tools.vite, args)) !== 0) return false
      compressAssets(draft)
      return true
    },
  })
}
