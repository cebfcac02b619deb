import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** The scripts and styles that a page has fetched, each once. */
export class FetchedCode {
  readonly #paths = new Set<string>()

  constructor(page: Page) {
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (/\.(js|css)$/.test(pathname)) this.#paths.add(pathname)
    })
  }

  /** Returns the gzip size, in kB (1,000 bytes), of the files that are not in `known`. */
  kilobytes(extension: '.js' | '.css', known: ReadonlySet<string> = new Set()): number {
    const paths = [...this.#paths].filter((path) => path.endsWith(extension) && !known.has(path))
    return paths.reduce((sum, path) => sum + statSync(join('dist/web', `${path}.gz`)).size, 0) / 1000
  }

  paths(): ReadonlySet<string> {
    return new Set(this.#paths)
  }
}
