import type { Selectable } from 'kysely'
import { SIMILAR_MAX, type Similarity } from '../../../../contract/discovery/similar.ts'
import { toolLabels } from '../../../../contract/videos/videos.ts'
import type { VideosTable } from '../../../db/schema/schema.ts'

/** Maximum number of videos by the same creator. */
const OF_A_CREATOR = 3
/** Minimum strength. A weaker similarity is considered chance. */
const STRENGTH_MIN = 0.05
/** Maximum number of tags or words that a reason names. */
const NAMED_MAX = 3

const weights = { tags: 0.4, words: 0.3, likes: 0.2, model: 0.1 }

/** A tag or word that finds a video. Its number of videos is 0 if not counted yet. */
export interface Trait {
  key: string
  name: string
  count: number
}

type Made = Pick<Selectable<VideosTable>, 'toolUsed' | 'model' | 'likesCount'>

export interface Subject extends Made {
  tags: Trait[]
  words: Trait[]
  /** Approximate number of videos on the site. */
  videosCount: number
}

export interface Candidate extends Made {
  id: string
  userId: string
  /** Keys of the subject's tags and words that the candidate shares. */
  tags: string[]
  words: string[]
  /** Number of those of the subject's likers who also like the candidate. Only a sample of the likers is read. */
  likersCount: number
}

export interface Neighbour {
  id: string
  strength: number
  because: Similarity
}

/** Returns the candidates that are most similar to the subject, the most similar first. */
export function rankNeighbours(subject: Subject, candidates: Candidate[]): Neighbour[] {
  const compared = candidates
    .map((candidate) => ({ ...compare(subject, candidate), userId: candidate.userId }))
    .filter(({ strength }) => strength >= STRENGTH_MIN)
    .toSorted((a, b) => b.strength - a.strength || (a.id < b.id ? -1 : 1))
  const taken = new Map<string, number>()
  const varied = compared.filter(({ userId }) => {
    const count = (taken.get(userId) ?? 0) + 1
    taken.set(userId, count)
    return count <= OF_A_CREATOR
  })
  return varied.slice(0, SIMILAR_MAX).map(({ id, strength, because }) => ({ id, strength, because }))
}

function compare(subject: Subject, candidate: Candidate): Neighbour {
  const [tags, words] = [shared(subject.tags, candidate.tags), shared(subject.words, candidate.words)]
  const parts: { part: number; because: Similarity }[] = [
    { part: weights.tags * shareOf(subject, subject.tags, tags), because: { kind: 'tags', tags: named(tags) } },
    { part: weights.words * shareOf(subject, subject.words, words), because: { kind: 'words', words: named(words) } },
    { part: weights.likes * likesInCommon(subject, candidate), because: { kind: 'likes' } },
    {
      part: isMadeAlike(subject, candidate) ? weights.model : 0,
      because: { kind: 'model', name: subject.model ?? toolLabels[subject.toolUsed] },
    },
  ]
  const strongest = parts.reduce((best, each) => (each.part > best.part ? each : best))
  const strength = parts.reduce((sum, { part }) => sum + part, 0)
  return { id: candidate.id, strength, because: strongest.because }
}

function shared(own: Trait[], keys: string[]): Trait[] {
  return own.filter(({ key }) => keys.includes(key))
}

function named(traits: Trait[]): string[] {
  return traits.slice(0, NAMED_MAX).map(({ name }) => name)
}

/**
 * Returns the weighted share of the subject's traits that the other video has, from 0 to 1. Rarer traits weigh more.
 */
function shareOf({ videosCount }: Subject, own: Trait[], common: Trait[]): number {
  const weightOf = (traits: Trait[]) =>
    traits.reduce((sum, { count }) => sum + Math.log1p(videosCount / Math.max(1, count)), 0)
  return common.length === 0 ? 0 : weightOf(common) / weightOf(own)
}

/**
 * Returns the weight of common likes, from 0 to 1. Likes of popular videos weigh less, because such videos share likers
 * with most others.
 */
function likesInCommon(subject: Subject, { likersCount, likesCount }: Candidate): number {
  if (likersCount === 0) return 0
  const both = Math.sqrt(Math.max(subject.likesCount, likersCount) * Math.max(likesCount, likersCount))
  return likersCount / both
}

function isMadeAlike(subject: Subject, { model, toolUsed }: Candidate): boolean {
  if (subject.model !== null || model !== null) return subject.model?.toLowerCase() === model?.toLowerCase()
  return toolUsed === subject.toolUsed && toolUsed !== 'other'
}
