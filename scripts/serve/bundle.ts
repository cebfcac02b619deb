// build-server.ts runs this file. It bundles the code of the server or of media children into a folder two levels below
// the project.
import { relative } from 'node:path'
// Vite depends on this package.
import { type OutputOptions, type Plugin, rolldown } from 'rolldown'

interface Bundle {
  /** The source of each file by its name. */
  input: Record<string, string>
  /** Packages that cannot be bundled, because they load binaries beside their code, or because they are optional. */
  external: RegExp
  output: Pick<OutputOptions, 'codeSplitting' | 'minify'>
}

const bundles: Record<string, Bundle> = {
  server: {
    input: { main: 'server/main.ts' },
    external: /^(@node-rs\/argon2|koffi|sharp|node-av|pg-native)(\/|$)/,
    output: {
      // A single file. A running server thus does not need files that a later build has replaced.
      codeSplitting: false,
      // Names are kept, because logs show them.
      minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    },
  },
  media: {
    input: { child: 'server/media/engine/child/child.ts' },
    external: /^sharp(\/|$)/,
    // Each task loads only its own code. Lines stay short, because Node prints the one in which a child failed.
    output: { codeSplitting: true, minify: false },
  },
}

const [name = '', folder] = process.argv.slice(2)
const target = bundles[name]
if (!target || !folder) throw new Error('Usage: bundle.ts server|media FOLDER')

/**
 * Resolves file paths relative to the source modules, and leaves packages that are imported on demand out of the
 * bundle.
 */
const keepPlaces: Plugin = {
  name: 'keep-places',
  resolveId(source, _importer, { kind }) {
    return kind === 'dynamic-import' && /^[@a-z]/.test(source) ? { id: source, external: true } : undefined
  },
  transform: {
    filter: { id: /\/(server|contract)\/.*\.ts$/, code: /import\.meta\.(url|dirname)/ },
    handler(code, id) {
      const path = `../../${relative('.', id)}`
      return {
        code: code
          .replaceAll('import.meta.url', `new URL('${path}', import.meta.url).href`)
          .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${path}/..')`),
        map: null, // The line numbers do not change.
      }
    },
  },
}

const bundle = await rolldown({
  input: target.input,
  platform: 'node',
  external: target.external,
  plugins: [keepPlaces],
})
await bundle.write({
  dir: folder,
  format: 'esm',
  ...target.output,
  chunkFileNames: '[name].js',
  sourcemap: true,
  sourcemapExcludeSources: true,
  // Node keeps source beyond Latin-1 as two bytes per character.
  charset: 'ascii',
  // Comments would stay in memory, too, and cannot be escaped.
  comments: false,
  keepNames: true,
})
await bundle.close()
