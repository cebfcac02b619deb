import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`
const folder = import.meta.dirname
const page = (name: string) => `${folder}/${name}.html`

/** A stylesheet in the head keeps everything from being painted; behind the splash, only what follows. */
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
 * Of an endpoint the page uses the method and the path, and of most shapes only their types. What an endpoint declares
 * besides (schemas, refusals, the words of the documentation) goes, and a shape that nothing of the page parses with is
 * marked as made without side effects, so that it goes as well: they would weigh 10 kB on the first load.
 */
const contractOfPage: Plugin = {
  name: 'contract-of-page',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/.+\.ts$/ },
    handler(code) {
      const calls = this.parse(code).body.flatMap(callsOf)
      // From the end, so that what was found stays where it is.
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

/** What is called to make the values of a module. */
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

/** Around the whole: what is called inside of it goes with it. */
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
    // The content security policy lets fonts come only from this site, not from data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The app, and the player that other sites put into their pages.
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
 * Names one chunk for all that the app needs at first. By default there are more than a dozen, one for each set of pages
 * that share a module, and they wait for each other and for the list: browsers open six connections. What embeds need,
 * too, stays by itself, or they would load the app.
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

/** With the entry itself. */
function staticImportsOf(entry: string, modules: Rolldown.ChunkingContext): ReadonlySet<string> {
  const reached = new Set([entry])
  // A set also gives out what is added meanwhile.
  for (const id of reached) modules.getModuleInfo(id)?.importedIds.forEach((imported) => reached.add(imported))
  return reached
}
