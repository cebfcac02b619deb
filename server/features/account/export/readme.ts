import type { AccountFile } from './account-file.ts'

/** Returns the README, which describes the other files of the archive. */
export function readme(files: readonly AccountFile[], { site, at }: { site: string; at: Date }): Buffer {
  const width = Math.max(...files.map(({ name }) => name.length))
  const lines = files.map(({ name, about }) => `${name.padEnd(width)}  ${about}`)
  return Buffer.from(`Your account at ${site}, as it was on ${at.toISOString().slice(0, 10)}.

${lines.join('\n')}

Your clips, as you uploaded them, are in the other parts; your picture is here, if you have one.

A file that ends in .json is one object; one that ends in .ndjson has an object on each line, and is empty where there
is nothing to tell. Both are text in UTF-8. Times are in UTC. An id in one file is the same thing in another, and stands
in its address: ${site}/video/ID.

What is not here: your password and your sign-ins, of which only traces are kept that lead to neither; what others
wrote or reported, and who decided; and what is known to nobody by your name.
`)
}
