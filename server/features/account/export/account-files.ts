import type { AccountFile } from './account-file.ts'
import { contactFiles } from './contact-files.ts'
import { ownFiles } from './own-files.ts'
import { signInFiles } from './sign-in-files.ts'

export const accountFiles: readonly AccountFile[] = [...ownFiles, ...contactFiles, ...signInFiles]

/** Returns the README, which describes the other files of the archive. */
export function readme({ site, at }: { site: string; at: Date }): Buffer {
  const width = Math.max(...accountFiles.map(({ name }) => name.length))
  const lines = accountFiles.map(({ name, about }) => `${name.padEnd(width)}  ${about}`)
  return Buffer.from(`Your account at ${site}, as it was on ${at.toISOString().slice(0, 10)}.

${lines.join('\n')}

Your original clips are in the other parts. Your picture is in this one, if you have one.

A file that ends in .json is one object; one that ends in .ndjson has an object on each line, and is empty if there is no data. Both are UTF-8 text. Times are in UTC. Ids are the same in every file, and
are part of a clip's address: ${site}/video/ID.

Not included: your password and sign-ins, of which only one-way hashes are stored; what others wrote or reported, and
who decided; and data that cannot be linked to you.
`)
}
