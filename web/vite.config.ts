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
 * Of an endpoint the page uses the method and the path. What else it declares (schemas, refusals, the words of the
 * documentation) is the server's, and would weigh 1.5 kB on the first load.
 */
const endpointsOfPage: Plugin = {
  name: 'endpoints-of-page',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/.+\.ts$/ },
    handler(code) {
      let rest = code
      const properties = this.parse(code).body.flatMap(propertiesOfEndpoint)
      for (const property of properties.toReversed()) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
        if (['method', 'path'].includes(property.key.name)) continue
        rest = rest.slice(0, property.start) + rest.slice(property.end).replace(/^\s*,/, '')
      }
      return { code: rest, map: null }
    },
  },
}

type Statement = ReturnType<Rolldown.PluginContext['parse']>['body'][number]

/** In the order of the text. */
function propertiesOfEndpoint(statement: Statement) {
  if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return []
  return statement.declaration.declarations.flatMap(({ init }) => {
    if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return []
    const [definition] = init.arguments
    return init.callee.name === 'endpoint' && definition?.type === 'ObjectExpression' ? definition.properties : []
  })
}

export default defineConfig({
  root: folder,
  plugins: [react(), tailwindcss(), stylesBehindSplash, endpointsOfPage],
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
