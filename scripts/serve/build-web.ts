import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressAssets } from './compress-assets.ts'
import { runTool, tools } from '../check/run-tool.ts'

const output = 'dist/web'
/** File that names the inputs of a build. It is inside the output, so that both change in one step. */
const stamp = join(output, '.inputs')

/**
 * Builds the web app into dist/web unless a build of the same inputs exists. An interrupted build leaves the previous
 * one in place.
 *
 * @returns `false` if the build failed; Vite has printed why.
 */
export async function buildWeb(): Promise<boolean> {
  const inputs = hashInputs()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return true
  console.log('Building the web app…')
  mkdirSync('dist', { recursive: true })
  removeAbandonedDrafts()
  const draft = join(process.cwd(), `dist/draft-${randomUUID()}`)
  const args = ['build', '--config=web/vite.config.ts', `--outDir=${draft}`, '--emptyOutDir', '--logLevel=warn']
  // Vite runs in a separate process, because everything that it loads would stay in the server's memory.
  if ((await runTool(tools.vite, args)) !== 0) {
    rmSync(draft, { recursive: true, force: true })
    return false
  }
  compressAssets(draft)
  writeFileSync(join(draft, '.inputs'), inputs)
  putInPlace(draft)
  return true
}

/** Puts a finished build in place. If two builds run concurrently, the later one is kept; both have the same inputs. */
function putInPlace(draft: string): void {
  const previous = `dist/draft-${randomUUID()}`
  if (existsSync(output)) renameSync(output, previous)
  renameSync(draft, output)
  rmSync(previous, { recursive: true, force: true })
}

/** Removes drafts that are older than an hour, which is longer than any build takes. */
function removeAbandonedDrafts(): void {
  for (const name of readdirSync('dist').filter((entry) => entry.startsWith('draft-'))) {
    const folder = join('dist', name)
    if (Date.now() - statSync(folder).mtimeMs > 3_600_000) rmSync(folder, { recursive: true, force: true })
  }
}

function hashInputs(): string {
  const hash = createHash('sha256')
  for (const file of ['package-lock.json', 'tsconfig.base.json', ...listFiles('contract'), ...listFiles('web')]) {
    hash.update(`${file}\0${statSync(file).size}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
}
