import { useState } from 'react'
import { useLazyCode } from '../../../net/lazy-code.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { NearEnd } from '../../../ui/near-end.tsx'
import { AutoplayNextChoice } from './autoplay-next-choice.tsx'
import { deferredParts } from './deferred-parts.ts'

const SimilarClips = lazyPart(() => import('../../discovery/similar/similar-clips.tsx'), 'SimilarClips')

/** The end of a video's page. The end is loaded when the viewer scrolls near it and the content above is complete. */
export function SimilarWhenNear({ videoId }: { videoId: string }) {
  const { code: isLoaded } = useLazyCode(deferredParts)
  const [isNear, setIsNear] = useState(false)
  if (!isLoaded) return null
  if (!isNear) return <NearEnd onReached={() => setIsNear(true)} />
  return (
    <SimilarClips videoId={videoId}>
      <AutoplayNextChoice />
    </SimilarClips>
  )
}
