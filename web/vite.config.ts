import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { pageBudgets } from './vite.budgets.ts'
import { contractOfPage, isSchemaCode, isSchemaPart } from './vite.contract.ts'

const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`
const folder = import.meta.dirname
const page = (name: string) => `${folder}/${name}.html`

/** Moves the stylesheet out of the head, where it would block the first paint, to the place behind the splash. */
const stylesBehindSplash: Plugin = {
  name: 'styles-behind-splash',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const [stylesheet] = /[ ]*<link rel="stylesheet".*>\n/.exec(html) ?? []
      if (!stylesheet || !html.includes('id="splash"')) return html
      return html.replace(stylesheet, '').replace(/(?=^ *<div id="root">)/m, stylesheet)
    },
  },
}

export default defineConfig({
  root: folder,
  plugins: [react(), tailwindcss(), stylesBehindSplash, contractOfPage(), pageBudgets],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The content security policy allows fonts from this site only, not from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The app, and the player that other sites embed.
      input: ['index', 'embed', 'embed-unavailable'].map(page),
      // Radix names each of its functions by calling this one, which would keep the unused functions.
      treeshake: { manualPureFunctions: ['__name'] },
      output: {
        codeSplitting: {
          groups: [
            {
              debugName: 'shared',
              name: sharedChunk(),
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/objects': server, '/manifest.webmanifest': server } },
})

const appEntry = page('index')
const clipPlayer = `${folder}/player/player.tsx`
const clipCode = `${folder}/features/videos/video-page/deferred-code.ts`
const toaster = `${folder}/shell/toaster.tsx`
const uploadPage = `${folder}/features/videos/upload/upload-page.tsx`

/**
 * Names the chunks of modules that several pages share. By default, each set of pages that share a module gets a chunk.
 * The page of a clip would then load forty tiny files. They would queue behind each other and the clip, because
 * browsers open six connections per site.
 *
 * - `schemas`: zod with the building blocks of schemas, which only forms need.
 * - `app`: everything that the app needs at first.
 * - `player`: the code that the app's player shares with the embedded one, which must not load the app.
 * - `controls`: our own modules, and icons, that the app's player shares with other parts of the app. The player comes
 *   first on the page of a clip, so it does not wait for the following chunks.
 * - `toasts`: the toasts with their library and icons, and what the libraries of dialogs and tabs share. Every page
 *   loads this chunk when the browser is idle.
 * - `dialogs`: the dialogs with their libraries.
 * - `basics`: our own modules and icons that the page of a clip shares with the upload page, or with more than three
 *   other parts of the app.
 * - `parts`: modules and icons that the page of a clip shares with fewer parts, such as the comments.
 */
function sharedChunk(): Rolldown.CodeSplittingNameFunction {
  let chunkOf: ((id: string) => string | null) | undefined
  return (id, modules) => (chunkOf ??= chunksOf(modules))(id)
}

function chunksOf(modules: Rolldown.ChunkingContext): (id: string) => string | null {
  const reach = (...entries: string[]) => staticImportsOf(entries, modules)
  const lazyEntries = lazyEntriesOf(appEntry, modules)
  const app = reach(appEntry)
  const embed = reach(page('embed'))
  const player = reach(clipPlayer)
  const clip = reach(clipCode, clipPlayer)
  const upload = reach(uploadPage)
  const others = lazyEntries.filter((entry) => entry !== clipCode).map((entry) => reach(entry))
  const countOthers = (id: string) => others.filter((reached) => reached.has(id)).length
  // Libraries are found by name. The imports of the package `radix-ui` cannot be followed, because the package exports
  // all of its libraries.
  const library = (name: string) => [...reach(...lazyEntries)].filter((id) => id.includes(`/@radix-ui/${name}/`))
  const isIcon = (id: string) => id.includes('/lucide-react/')
  const toasts = reach(...library('react-toast'), ...library('react-id'), ...[...reach(toaster)].filter(isIcon))
  const dialogs = reach(...library('react-dialog'), ...library('react-alert-dialog'))
  return (id) => {
    if (isSchemaCode(id)) return 'schemas'
    // Shared chunks are loaded by pages without a form, too.
    if (isSchemaPart(id)) return null
    if (app.has(id)) return embed.has(id) ? null : 'app'
    if (embed.has(id)) return clip.has(id) ? 'player' : null
    if (toasts.has(id)) return 'toasts'
    if (dialogs.has(id)) return 'dialogs'
    // The player's own file is one of the others.
    if (player.has(id)) return countOthers(id) > 1 || reach(clipCode).has(id) ? 'controls' : null
    if (!clip.has(id) || countOthers(id) === 0 || (id.includes('/node_modules/') && !isIcon(id))) return null
    if (id.includes('/ui/dialogs/')) return 'dialogs'
    return upload.has(id) || countOthers(id) > 3 ? 'basics' : 'parts'
  }
}

/** Returns the modules that are loaded with `import()`, from anywhere in the app. */
function lazyEntriesOf(entry: string, modules: Rolldown.ChunkingContext): string[] {
  const reached = new Set([entry])
  const lazy = new Set<string>()
  for (const id of reached) {
    const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(id) ?? {}
    for (const imported of dynamicallyImportedIds) lazy.add(imported)
    for (const imported of [...importedIds, ...dynamicallyImportedIds]) reached.add(imported)
  }
  return [...lazy]
}

/** Includes the entries themselves. */
function staticImportsOf(entries: string[], modules: Rolldown.ChunkingContext): ReadonlySet<string> {
  const reached = new Set(entries)
  // Iterating a set includes elements that are added during the iteration.
  for (const id of reached) modules.getModuleInfo(id)?.importedIds.forEach((imported) => reached.add(imported))
  return reached
}
