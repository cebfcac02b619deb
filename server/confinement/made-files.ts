import { chown, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Takes ownership of the files that a confined child has made. The child must have ended.
 *
 * @param path A file, or a folder of files.
 * @throws {Error} If there is anything else, such as a link to a file that the child could not read.
 */
export async function takeOver(path: string): Promise<void> {
  const found = await lstat(path)
  if (found.isDirectory()) for (const name of await readdir(path)) await takeOver(join(path, name))
  else if (!found.isFile() || found.nlink > 1) throw new Error(`A media child left something that is no file: ${path}`)
  const [uid = found.uid, gid = found.gid] = [process.geteuid?.(), process.getegid?.()]
  if (found.uid !== uid) await chown(path, uid, gid)
}
