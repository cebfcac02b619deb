import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { chown, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const project = resolve(import.meta.dirname, '../../../..')
const kept = join(project, 'node_modules/.cache/media-children')

/**
 * The code of media children, compiled. Without it each child strips the types of what it needs and compiles it, which
 * takes twice as long as its task on a small file.
 *
 * Children read it and never write it: one that a file has taken over could make all later ones its own.
 *
 * @returns Its folder; `undefined` until `keepCompiledCode` has made one for this very code.
 */
export function compiledCode(): string | undefined {
  const folder = folderOf()
  return existsSync(folder) ? folder : undefined
}

/**
 * Makes what `compiledCode` finds, unless it is there. Without it everything works, slower.
 *
 * @param compile Runs a child that loads all the code and writes it, compiled, into the folder.
 */
export async function keepCompiledCode(compile: (folder: string) => Promise<void>): Promise<void> {
  const folder = folderOf()
  if (existsSync(folder)) return
  const draft = `${folder}.${process.pid}`
  try {
    await mkdir(draft, { recursive: true })
    await compile(draft)
    await takeBack(draft)
    await removeOthers(draft)
    await rename(draft, folder)
  } catch {
    await rm(draft, { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Where root starts children as another user, that user has made the files. */
async function takeBack(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  await chown(folder, 0, 0)
  for (const entry of await readdir(folder, { recursive: true })) await chown(join(folder, entry), 0, 0)
}

/** Of code that has changed since. */
async function removeOthers(draft: string): Promise<void> {
  for (const name of await readdir(kept)) {
    if (join(kept, name) !== draft) await rm(join(kept, name), { recursive: true, force: true })
  }
}

let found: string | undefined

/** Named after the code and who runs it: Node takes only what it compiled itself, for the same user. */
function folderOf(): string {
  if (found) return found
  const hash = createHash('sha256').update(`${process.version} ${process.getuid?.()}`)
  for (const folder of ['contract', 'server/media']) {
    for (const name of readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' }).toSorted()) {
      const { size, mtimeMs } = statSync(join(project, folder, name))
      hash.update(`${name} ${size} ${mtimeMs}\0`)
    }
  }
  hash.update(String(statSync(join(project, 'package-lock.json')).mtimeMs))
  found = join(kept, hash.digest('hex').slice(0, 16))
  return found
}
