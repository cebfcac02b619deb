import { createPersonalState } from '../../../viewer/personal-state.ts'

/**
 * Unposted comments, by author and video. They outlive their form: if the session ends while the author types, the text
 * is back in the box after signing in again.
 */
const drafts = createPersonalState<ReadonlyMap<string, string>>()

export function findCommentDraft(authorId: string, videoId: string): string | undefined {
  return drafts.get(authorId)?.get(videoId)
}

/** Stores an unposted comment. An empty string deletes it. */
export function keepCommentDraft(authorId: string, videoId: string, text: string): void {
  const others = [...(drafts.get(authorId) ?? [])].filter(([id]) => id !== videoId)
  drafts.set(authorId, new Map(text ? [...others, [videoId, text]] : others))
}
