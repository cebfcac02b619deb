import { useState } from 'react'
import type { VideoDetail } from '../../../../contract/videos/videos.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { Seal } from '../video-info/trust-labels.tsx'
import { PhraseText } from './phrase-text.tsx'
import { describeProvenance } from './describe-provenance.ts'

const HowWeKnow = lazyPart(() => import('./how-we-know.tsx'), 'HowWeKnow')

/**
 * The line below a clip's text. States how the clip was made and the source, and has the button that opens the
 * evidence.
 */
export function ProvenanceLine({ video }: { video: VideoDetail }) {
  const [isOpen, setOpen] = useState(false)
  const phrase = describeProvenance(video)
  return (
    <div className="text-small text-ink-muted">
      {phrase.length > 0 && (
        <>
          <p>
            {video.provenance.state === 'verified' && (
              <span className="mr-1.5 inline-block align-text-bottom text-ink">
                <Seal />
              </span>
            )}
            <PhraseText phrase={phrase} />
          </p>
          {video.showsReality && <p>Shows real people, places or events, made or changed with AI.</p>}
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
            className="min-h-8 rounded-control font-strong text-ink underline underline-offset-4 pointer-coarse:min-h-11"
          >
            How we know
          </button>
        </>
      )}
      {isOpen && <HowWeKnow video={video} onClose={() => setOpen(false)} />}
    </div>
  )
}
