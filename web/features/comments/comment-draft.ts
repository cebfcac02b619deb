/**
 * Comments that were begun and not posted, by video. They outlive their form: a session may end while somebody types,
 * and who signs in again finds the words in the box.
 */
const drafts = new Map<string, string>()

export function findCommentDraft(videoId: string): string | undefined {
  return drafts.get(videoId)
}

/** An empty text forgets the draft. */
export function keepCommentDraft(videoId: string, text: string): void {
  if (text) drafts.set(videoId, text)
  else drafts.delete(videoId)
}
