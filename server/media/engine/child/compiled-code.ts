import { createHash } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { chown, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { join, resolve } from 'node:path'

const project = resolve(import.meta.dirname, '../../../..')
/** The folder is next to the compiled code of this process, which may be unable to write to the project's folder. */
const kept = join(getCompileCacheDir() ?? join(project, 'node_modules/.cache'), 'media-children')

/**
 * Returns the folder with the compiled code of media children. Without it, each child strips types and compiles, which
 * takes twice as long as its task on a small file.
 *
 * Children read the folder and never write it. Otherwise a child that a file has taken over could take over all later
 * ones.
 *
 * @returns `undefined` until `keepCompiledCode` has made a folder for the current code.
 */
export function compiledCode(): string | undefined {
  const folder = folderOf()
  return existsSync(folder) ? folder : undefined
}

/**
 * Makes the folder for `compiledCode` unless it exists. Without it everything works, but slower.
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

/** Takes over the files, which belong to the children's user if root starts them. */
async function takeBack(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  await chown(folder, 0, 0)
  for (const entry of await readdir(folder, { recursive: true })) await chown(join(folder, entry), 0, 0)
}

/** Deletes the folders of earlier code. */
async function removeOthers(draft: string): Promise<void> {
  for (const name of await readdir(kept)) {
    if (join(kept, name) !== draft) await rm(join(kept, name), { recursive: true, force: true })
  }
}

let found: string | undefined

/**
 * Returns the folder name, which depends on the code, its path and the user. Node uses only code that it compiled
 * itself from the same path for the same user.
 */
function folderOf(): string {
  if (found) return found
  const hash = createHash('sha256').update(`${process.version} ${process.getuid?.()} ${project}`)
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
