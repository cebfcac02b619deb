// build-server.ts runs this file. It bundles the server and the packages that every start loads, into a folder two
// levels below the project.
import { relative } from 'node:path'
// Vite depends on this package.
import { type Plugin, rolldown } from 'rolldown'

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Usage: bundle-server.ts FOLDER')

/** Packages that cannot be bundled, because they load binaries beside their code, or because they are optional. */
const UNBUNDLED = /^(@node-rs\/argon2|koffi|sharp|node-av|pg-native)(\/|$)/

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
  input: { main: 'server/main.ts' },
  platform: 'node',
  external: UNBUNDLED,
  plugins: [keepPlaces],
})
await bundle.write({
  dir: folder,
  format: 'esm',
  // A single file. A running server thus does not need files that a later build has replaced.
  codeSplitting: false,
  sourcemap: true,
  sourcemapExcludeSources: true,
  // Node keeps source beyond Latin-1 as two bytes per character.
  charset: 'ascii',
  // Comments would stay in memory, too, and cannot be escaped.
  comments: false,
  keepNames: true,
  // Names are kept, because logs show them.
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
})
await bundle.close()
