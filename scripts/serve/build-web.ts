import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { buildOnce } from './build-once.ts'
import { runTool, tools } from '../support/run-tool.ts'

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

/** Writes `.br` and `.gz` beside every file that shrinks, so that the server only has to send them. */
function compressAssets(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|json|webmanifest)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
    writeFileSync(`${path}.br`, brotli)
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
  }
}
