import { useState } from 'react'
import { useLazyCode } from '../../../net/lazy-code.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { NearEnd } from '../../../ui/lists/near-end.tsx'
import { AutoplayNextChoice } from './autoplay-next-choice.tsx'
import { deferredParts } from './deferred-parts.ts'

const SimilarClips = lazyPart(() => import('../../discovery/similar/similar-clips.tsx'), 'SimilarClips')

/** The end of a video's page. The end is loaded when the viewer scrolls near it and the content above is complete. */
export function SimilarWhenNear({ videoId }: { videoId: string }) {
  const { code: { AfterDetails } = {} } = useLazyCode(deferredParts)
  const [isNear, setIsNear] = useState(false)
  if (!AfterDetails) return null
  return (
    <AfterDetails videoId={videoId}>
      {isNear ? (
        <SimilarClips videoId={videoId}>
          <AutoplayNextChoice />
        </SimilarClips>
      ) : (
        <NearEnd onReached={() => setIsNear(true)} />
      )}
    </AfterDetails>
  )
}
