import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

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

/**
 * Removes the parts of endpoints that the web app does not use. It needs only the method and the path of an endpoint,
 * and only the types of most schemas. Schemas, errors and documentation are removed, and schemas that the app never
 * parses with are marked as pure, so that they are removed as well. Together they would add 10 kB to the first load.
 */
const contractOfPage: Plugin = {
  name: 'contract-of-page',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/.+\.ts$/ },
    handler(code) {
      const calls = this.parse(code).body.flatMap(callsOf)
      // From the end, so that earlier positions stay valid.
      const edits = calls.flatMap((call) => [...unusedProperties(call), ...asPure(call)])
      let rest = code
      for (const { start, end, text } of edits.toSorted((a, b) => b.start - a.start)) {
        rest = rest.slice(0, start) + text + (text ? rest.slice(end) : rest.slice(end).replace(/^\s*,/, ''))
      }
      return { code: rest, map: null }
    },
  },
}

type Statement = ReturnType<Rolldown.PluginContext['parse']>['body'][number]
type Declaration = Extract<Statement, { type: 'VariableDeclaration' }>
type Call = Extract<NonNullable<Declaration['declarations'][number]['init']>, { type: 'CallExpression' }>

/** Returns the calls that create a module's values. */
function callsOf(statement: Statement): Call[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  if (declared?.type !== 'VariableDeclaration') return []
  return declared.declarations.flatMap(({ init }) => (init?.type === 'CallExpression' ? [init] : []))
}

interface Edit {
  start: number
  end: number
  text: string
}

function unusedProperties({ callee, arguments: [definition] }: Call): Edit[] {
  if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || definition?.type !== 'ObjectExpression') return []
  return definition.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
    const { start, end, key } = property
    return ['method', 'path'].includes(key.name) ? [] : [{ start, end, text: '' }]
  })
}

/** Wraps the whole call, so that nested calls are removed with it. */
function asPure({ start, end }: Call): Edit[] {
  return [
    { start, end: start, text: '/* @__PURE__ */ (() => ' },
    { start: end, end, text: ')()' },
  ]
}

export default defineConfig({
  root: folder,
  plugins: [react(), tailwindcss(), stylesBehindSplash, contractOfPage],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // The content security policy allows fonts from this site only, not from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The app, and the player that other sites embed.
      input: ['index', 'embed', 'embed-unavailable'].map(page),
      output: {
        codeSplitting: {
          groups: [
            {
              debugName: 'app',
              name: chunkOfFirstLoad(page('index'), page('embed')),
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '/objects': server } },
})

/**
 * Names one chunk for everything that the app needs at first. By default there are more than a dozen, one for each set
 * of pages that share a module. They would queue behind each other and the list, because browsers open six connections
 * per site. Modules that the embedded player also uses stay separate, because it would otherwise load the app.
 */
function chunkOfFirstLoad(appEntry: string, embedEntry: string): Rolldown.CodeSplittingNameFunction {
  let embed: ReadonlySet<string> | undefined
  let app: ReadonlySet<string> | undefined
  return (id, modules) => {
    embed ??= staticImportsOf(embedEntry, modules)
    app ??= staticImportsOf(appEntry, modules)
    return app.has(id) && !embed.has(id) ? 'app' : null
  }
}

/** Includes the entry itself. */
function staticImportsOf(entry: string, modules: Rolldown.ChunkingContext): ReadonlySet<string> {
  const reached = new Set([entry])
  // Iterating a set includes elements that are added during the iteration.
  for (const id of reached) modules.getModuleInfo(id)?.importedIds.forEach((imported) => reached.add(imported))
  return reached
}
