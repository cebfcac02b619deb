import { lazyCode } from '../../net/lazy-code.ts'

/**
 * What the page of a video has beyond what its card showed. The page itself comes with the wall: over a slow network it
 * stands at once, and these follow where they move nothing.
 */
export const laterParts = lazyCode(async () => {
  const [
    { Player },
    { FollowCreator },
    { Moderate },
    { ProvenanceLine },
    { RelationButton },
    { FirstHere },
    { ProcessingStatus },
    { VideoText },
    { LineagePart },
    { Comments },
  ] = await Promise.all([
    import('../../player/player.tsx'),
    import('../follows/follow-creator.tsx'),
    import('../moderation/decide/moderate.tsx'),
    import('../provenance/provenance-line.tsx'),
    import('../relations/relation-button.tsx'),
    import('../reposts/first-here.tsx'),
    import('../video-info/processing-status.tsx'),
    import('../video-info/video-text.tsx'),
    import('../lineage/lineage-part.tsx'),
    import('../comments/comments.tsx'),
  ])
  return {
    Player,
    FollowCreator,
    Moderate,
    ProvenanceLine,
    RelationButton,
    FirstHere,
    ProcessingStatus,
    VideoText,
    LineagePart,
    Comments,
  }
})

export function fetchLaterParts(): void {
  // Nobody has asked for the page yet: whether they arrive is seen when somebody does.
  laterParts.fetch().catch(() => undefined)
}
