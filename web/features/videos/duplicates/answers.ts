import type { AlreadyHere } from '../../../../contract/videos/duplicates.ts'

/** The creator's answer about each file, until the file is published or chosen again. */
const answers = new WeakMap<File, AlreadyHere>()

export function keepAnswer(file: File, answer: AlreadyHere | undefined): void {
  if (answer) answers.set(file, answer)
  else answers.delete(file)
}

/** Returns the answer as a field of the new video's body. */
export function answerAbout(file: File): { alreadyHere?: AlreadyHere } {
  const alreadyHere = answers.get(file)
  return alreadyHere ? { alreadyHere } : {}
}
