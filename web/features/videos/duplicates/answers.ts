import type { AlreadyHere } from '../../../../contract/videos/duplicates.ts'

/** What was answered about a file, until it is published or chosen anew. */
const answers = new WeakMap<File, AlreadyHere>()

export function keepAnswer(file: File, answer: AlreadyHere | undefined): void {
  if (answer) answers.set(file, answer)
  else answers.delete(file)
}

/** As a field of what is published. */
export function answerAbout(file: File): { alreadyHere?: AlreadyHere } {
  const alreadyHere = answers.get(file)
  return alreadyHere ? { alreadyHere } : {}
}
