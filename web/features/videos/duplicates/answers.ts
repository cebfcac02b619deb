import type { AlreadyHere } from '../../../../contract/videos/duplicates.ts'

/** The creator's answer about each file, until the file is published or chosen again. */
const answers = new WeakMap<File, AlreadyHere>()

/** Stores the answer about a file, or deletes it. */
export function storeAnswer(file: File, answer: AlreadyHere | undefined): void {
  if (answer) answers.set(file, answer)
  else answers.delete(file)
}

/** Returns the creator's answer about the duplicate, as a field for the body of the request that creates the video. */
export function answerField(file: File): { alreadyHere?: AlreadyHere } {
  const alreadyHere = answers.get(file)
  return alreadyHere ? { alreadyHere } : {}
}
