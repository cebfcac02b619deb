import type { Similarity } from '../../../contract/discovery/similar.ts'
import type { Tool } from '../../../contract/videos/videos.ts'
import type { Generated, JSONColumnType } from 'kysely'

export interface DiscoveryTables {
  videoSearch: {
    videoId: string
    createdAt: string
    /** The popularity score, 0 to 15. */
    standing: Generated<number>
    toolUsed: Tool
    aspectRatio: string
    hasPrompt: boolean
    words: string
  }
  searchWords: { word: string; lexeme: Generated<string>; videosCount: number }
  videoTags: { tag: string; createdAt: string; videoId: string }
  tags: {
    tag: string
    /** The tag in its first spelling. */
    name: string
    videosCount: Generated<number>
  }
  /** The place in the Following feed at which each viewer's last visit ended. */
  feedVisits: {
    userId: string
    followingAt: string
  }
  videoHours: {
    videoId: string
    hour: string
    views: Generated<number>
    /** `likes` and `comments` are no longer used, but version 0.2.0 still writes them. */
    likes: Generated<number>
    comments: Generated<number>
    score: Generated<number>
  }
  videoHeat: { videoId: string; heat: number }
  videosToIndex: { videoId: string; askedAt: Generated<string> }
  videoNeighbours: {
    videoId: string
    /** 1 to 24, the most similar first. */
    rank: number
    neighbourId: string
    /** 0 to 1. */
    strength: number
    because: JSONColumnType<Similarity>
  }
  videoComparisons: { videoId: string; comparedAt: string | null }
  creatorNames: { userId: string; names: string }
}
