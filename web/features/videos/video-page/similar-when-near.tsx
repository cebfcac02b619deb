import { useState } from 'react'
import { useLazyCode } from '../../../net/lazy-code.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { mayAutoplay } from '../../../page/autoplay.ts'
import { useStore } from '../../../page/use-store.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { NearEnd } from '../../../ui/lists/near-end.tsx'
import { autoplayNext, chooseAutoplayNext } from './autoplay-next.ts'
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

/** The choice of what happens when a clip ends. There is none if clips do not play by themselves. */
export function AutoplayNextChoice() {
  const isAutomatic = useStore(autoplayNext)
  if (!mayAutoplay()) return null
  return <Checkbox label="Autoplay next" checked={isAutomatic} onChange={chooseAutoplayNext} />
}
