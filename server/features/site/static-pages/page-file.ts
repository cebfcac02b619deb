import { constants } from 'node:fs'
import { open, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { getSystemErrorMap } from 'node:util'
import { hasSystemCode } from '../../../errors/system-error.ts'

const MAX_BYTES = 256 * 1024

/** The text of a file and its version. */
export interface PageFile {
  version: string
  read(): Promise<string>
}

/** The reason why an existing file is not shown, as the end of a sentence. */
export class UnusableFileError extends Error {}

/**
 * Passes a file of the operator's folder to `use`, or `undefined` if there is none. Only links within the folder are
 * followed. Only plain files are read, because a pipe would never end.
 *
 * @param name A known name, never an unchecked one from a request, because it is part of a path.
 * @throws {UnusableFileError}
 */
export async function withPageFile<Result>(
  folder: string,
  name: string,
  use: (file: PageFile | undefined) => Promise<Result>,
): Promise<Result> {
  const path = await findPath(folder, name)
  if (path === undefined) return use(undefined)
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(refuse)
  try {
    const facts = await handle.stat({ bigint: true })
    if (!facts.isFile()) throw new UnusableFileError('it is not a file')
    if (facts.size > MAX_BYTES) throw new UnusableFileError(`it is larger than ${MAX_BYTES / 1024} kB`)
    return await use({
      version: [facts.ino, facts.size, facts.mtimeNs, facts.ctimeNs].join(' '),
      read: async () => decode(await handle.readFile().catch(refuse)),
    })
  } finally {
    await handle.close()
  }
}

async function findPath(folder: string, name: string): Promise<string | undefined> {
  try {
    const [root, path] = await Promise.all([realpath(folder), realpath(join(folder, `${name}.md`))])
    if (!path.startsWith(root + sep)) throw new UnusableFileError('it is a link that leads out of its folder')
    return path
  } catch (error) {
    if (hasSystemCode(error, 'ENOENT')) return undefined
    return refuse(error)
  }
}

function decode(bytes: Buffer): string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnusableFileError('it is not UTF-8 text')
  }
  if (text.trim() === '') throw new UnusableFileError('it is empty')
  return text
}

function refuse(error: unknown): never {
  const { errno } = error as NodeJS.ErrnoException
  if (error instanceof UnusableFileError || errno === undefined) throw error
  throw new UnusableFileError(getSystemErrorMap().get(errno)?.[1] ?? String(error))
}
