import { describeConfinement, type Part } from './confinement.ts'

/** What a child that is not kept from it can do. */
const abilities: Record<Part, string> = {
  user: 'run as root',
  files: 'open other files',
  calls: 'use the network and start programs',
  limits: 'take memory and processor time without limit',
}

/** One sentence on what this machine lacks to confine the children that decode; `undefined` if nothing. */
export async function describeConfinementGap(): Promise<string | undefined> {
  const { missing } = await describeConfinement()
  return gapSentence(missing, process.getuid?.() === 0)
}

export function gapSentence(missing: Part[], isRoot: boolean): string | undefined {
  if (missing.length === 0) return undefined
  const list = new Intl.ListFormat('en').format(missing.map((part) => abilities[part]))
  const advice = isRoot
    ? 'start Reverie as an ordinary user, on Linux 5.13 or newer with Landlock, to prevent that'
    : 'Linux 5.13 or newer with Landlock prevents that'
  return `The processes that decode uploads can ${list} on this machine: ${advice}.`
}
