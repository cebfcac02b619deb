import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sitePages, type SitePageName } from '../../../../contract/site/static-pages.ts'
import { PublicJson } from '../../../http/replies/ready-json.ts'
import type { Deps } from '../../../setup/deps.ts'
import type { CurrentSettings } from '../settings/site-settings.ts'
import { UnusableFileError, withPageFile, type PageFile } from './page-file.ts'
import type { RenderedPage } from './render-markdown.ts'

interface ReadyPage extends RenderedPage {
  json: PublicJson
}

/** Reads the operator's pages from their current files. */
export type SitePages = ReturnType<typeof createSitePages>

/** The default text of each page. It describes the software and says that the operator's text is missing. */
const defaults = new URL('defaults/', import.meta.url)

/** Creates the reader. @param log Receives the reason why a file is not shown. A repeated reason is logged once. */
export function createSitePages(
  { pagesFolder }: Pick<Deps, 'pagesFolder'>,
  settings: CurrentSettings,
  log: { warn(line: string): void },
) {
  const known = new Map<SitePageName, { version: string; page: ReadyPage }>()
  const lastWarnings = new Map<SitePageName, string>()
  /** Version of the contact file that was last read without an error. */
  let readableContact: string | undefined

  async function render(name: SitePageName, file: PageFile | undefined): Promise<ReadyPage> {
    const contact = file || name !== 'contact' ? null : (await settings.readLast()).contact
    const version = file?.version ?? `default ${contact ?? ''}`
    const last = known.get(name)
    if (last?.version === version) return last.page
    const text = file ? await file.read() : (contact ?? (await readFile(new URL(`${name}.md`, defaults), 'utf8')))
    // Loaded with the first page, because it needs 0.3 MB of code.
    const { renderMarkdown } = await import('./render-markdown.ts')
    const rendered = renderMarkdown(text, sitePages[name])
    const { title, html } = rendered
    const page = { ...rendered, json: new PublicJson(JSON.stringify({ title, html })) }
    known.set(name, { version, page })
    return page
  }

  return {
    async get(name: SitePageName): Promise<ReadyPage> {
      try {
        const page = await withPageFile(pagesFolder, name, (file) => render(name, file))
        lastWarnings.delete(name)
        return page
      } catch (error) {
        if (!(error instanceof UnusableFileError)) throw error
        const line = `${join(pagesFolder, `${name}.md`)} is not shown: ${error.message}. Visitors see the default text.`
        if (lastWarnings.get(name) !== line) log.warn(line)
        lastWarnings.set(name, line)
        return render(name, undefined)
      }
    },
    /** Whether the contact page has a text of the operator: a file, or the contact in the site settings. */
    async hasContact(): Promise<boolean> {
      const { contact } = await settings.readLast()
      if (contact !== null) return true
      try {
        return await withPageFile(pagesFolder, 'contact', async (file) => {
          if (file && file.version !== readableContact) await file.read()
          readableContact = file?.version
          return file !== undefined
        })
      } catch (error) {
        if (error instanceof UnusableFileError) return false
        throw error
      }
    },
  }
}
