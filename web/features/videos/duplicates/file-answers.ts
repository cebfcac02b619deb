import type { CreateVideoBody } from '../../../../contract/videos/publishing.ts'

type Answers = Pick<CreateVideoBody, 'workflow' | 'alreadyHere'>

/** The creator's answers about each file, as fields of the request that creates the video. */
const answers = new WeakMap<File, Answers>()

export function answersAbout(file: File): Answers {
  return answers.get(file) ?? {}
}

export function storeAnswer(file: File, answer: Answers): void {
  answers.set(file, { ...answersAbout(file), ...answer })
}
