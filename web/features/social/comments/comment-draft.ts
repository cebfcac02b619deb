import { createPersonalState } from '../../../viewer/personal-state.ts'

/**
 * Comments that were begun and not posted, by author and video. They outlive their form: a session may end while somebody types,
 * and who signs in again finds the words in the box.
 */
const drafts = createPersonalState<ReadonlyMap<string, string>>()

export function findCommentDraft(authorId: string, videoId: string): string | undefined {
  return drafts.get(authorId)?.get(videoId)
}

/** An empty text deletes the draft. */
export function keepCommentDraft(authorId: string, videoId: string, text: string): void {
  const others = [...(drafts.get(authorId) ?? [])].filter(([id]) => id !== videoId)
  drafts.set(authorId, new Map(text ? [...others, [videoId, text]] : others))
}
