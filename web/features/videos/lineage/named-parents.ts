import { PARENTS_MAX_COUNT, type ParentRef, THANKS_MAX_LENGTH } from '../../../../contract/videos/publishing.ts'
import { clipIdIn } from './remix-paths.ts'

/** A clip that the creator names as a parent of the clip in the form. */
export interface NamedParent {
  videoId: string
  thanks: string
}

export function parentRefs(parents: readonly NamedParent[]): ParentRef[] {
  return parents.map(({ videoId, thanks }) => ({ videoId, thanks: thanks.trim() || null }))
}

/**
 * Adds the clip that an address names.
 *
 * @returns The new parents, or a sentence with the reason if the clip cannot be added.
 */
export function addByAddress(parents: readonly NamedParent[], address: string): NamedParent[] | string {
  const videoId = clipIdIn(address)
  if (videoId === undefined) return 'This isn’t a link to a clip on this site. Links look like …/video/….'
  if (parents.some((parent) => parent.videoId === videoId)) return 'You’ve already added this clip.'
  if (parents.length >= PARENTS_MAX_COUNT) return `You can add up to ${PARENTS_MAX_COUNT} clips.`
  return [...parents, { videoId, thanks: '' }]
}

/** Restores the parents of a stored draft, without invalid entries. */
export function restoreParents(stored: unknown): NamedParent[] {
  if (!Array.isArray(stored)) return []
  const parents = new Map<string, NamedParent>()
  for (const each of stored as Partial<Record<keyof NamedParent, unknown>>[]) {
    const videoId = typeof each?.videoId === 'string' ? clipIdIn(each.videoId) : undefined
    const thanks = typeof each?.thanks === 'string' ? each.thanks.slice(0, THANKS_MAX_LENGTH) : ''
    if (videoId !== undefined && parents.size < PARENTS_MAX_COUNT) parents.set(videoId, { videoId, thanks })
  }
  return [...parents.values()]
}
