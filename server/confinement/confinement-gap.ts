import { describeConfinement, type Part } from './confinement.ts'

/** The harm that a child could do without each protection. */
const abilities: Record<Part, string> = {
  user: 'run as root',
  files: 'open other files',
  calls: 'use the network and start programs',
  limits: 'take memory and processor time without limit',
}

/** Describes in a sentence which protections for decoding children this machine lacks; `undefined` if it lacks none. */
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
