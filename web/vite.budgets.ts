import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/**
 * Maximum size of the code that each page loads, gzipped, in kB (1,000 bytes). Pages other than `/` count what they add
 * to it. `css` is the stylesheet of `/`; all others are scripts.
 */
export const budgets = {
  '/': 140,
  css: 11.5,
  '/video': 45,
  '/upload': 45,
  '/moderation': 30,
  '/admin': 30,
  'choosing a file': 65,
} as const

/** The modules that start the pages, including those that `/` loads when the browser is idle. */
const entries = {
  '/': ['web/index.html', 'web/shell/toaster.tsx'],
  '/video': ['web/features/videos/video-page/deferred-code.ts', 'web/player/player.tsx'],
  '/upload': ['web/features/videos/upload/upload-page.tsx'],
  '/moderation': ['web/other-pages.tsx', 'web/features/moderation/moderation-page/moderation-page.tsx'],
  '/admin': ['web/other-pages.tsx', 'web/features/site/admin/admin-page.tsx'],
} satisfies { [Path in keyof typeof budgets]?: string[] }

/**
 * Fails the build if the scripts of a page, or the styles of `/`, exceed their budget. The plugin counts the imports of
 * a page; `npm run bench` counts the requests of a browser.
 */
export const pageBudgets: Plugin = {
  name: 'page-budgets',
  apply: 'build',
  generateBundle: {
    // Vite adds the list of files to preload in its own hook.
    order: 'post',
    handler(_, bundle) {
      const refuseAbove = (budget: number, name: string, files: (string | Uint8Array)[]) => {
        const size = files.reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0) / 1000
        if (size > budget) this.error(`The ${name} have ${size.toFixed(1)} kB. Their budget is ${budget} kB.`)
      }
      const home = chunksOf(entries['/'], bundle)
      for (const [path, modules] of Object.entries(entries)) {
        const chunks = [...chunksOf(modules, bundle)].filter((chunk) => path === '/' || !home.has(chunk))
        const scripts = chunks.map(({ code }) => code)
        refuseAbove(budgets[path as keyof typeof entries], `scripts of ${path}`, scripts)
      }
      const styles = new Set([...home].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
      const sheets = [...styles].flatMap((name) => {
        const output = bundle[name]
        return output?.type === 'asset' ? [output.source] : []
      })
      if (sheets.length === 0) this.error('The page / has no styles')
      refuseAbove(budgets.css, 'styles of /', sheets)
    },
  },
}

/** Returns the chunks of the modules and everything that they import. */
function chunksOf(modules: string[], bundle: Rolldown.OutputBundle): Set<Rolldown.OutputChunk> {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const isNeeded = (chunk: Rolldown.OutputChunk) =>
    modules.some((module) => chunk.facadeModuleId?.endsWith(`/${module}`))
  const reached = new Set(chunks.filter(isNeeded))
  if (reached.size < modules.length) throw new Error(`One of ${modules.join(', ')} has no chunk of its own`)
  // Iterating a set includes elements that are added during the iteration.
  for (const { imports } of reached) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) reached.add(chunk)
  }
  return reached
}
