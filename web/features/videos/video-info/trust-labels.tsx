import type { Video } from '../../../../contract/videos/videos.ts'

type Labelled = Pick<Video, 'provenance' | 'showsReality'>

const shape = 'inline-flex items-center gap-1.5 rounded-full bg-scrim px-2.5 py-1 text-small text-on-scrim'

/**
 * Labels over the picture that must be visible before the clip plays. One says that AI made or changed real people,
 * places or events. The other says that the file was changed after signing.
 */
export function TrustLabels({ video }: { video: Labelled }) {
  return (
    <>
      <RealityLabel video={video} />
      {video.provenance.state === 'broken' && <span className={shape}>Changed after signing</span>}
    </>
  )
}

/** The AI label. Shown only on clips that depict real people, places or events. */
export function RealityLabel({ video, className = '' }: { video: Pick<Labelled, 'showsReality'>; className?: string }) {
  if (!video.showsReality) return null
  return (
    <span className={`${shape} ${className}`}>
      <span aria-hidden="true" className="font-strong">
        AI
      </span>
      <span className="sr-only">Shows real people, places or events, made or changed with AI</span>
    </span>
  )
}

/** A seal icon: a rosette with a tick. */
export function Seal() {
  return (
    <svg viewBox="0 0 16 16" fill="none" aria-hidden="true" className="size-4 shrink-0">
      <path
        d="M5.7 2.5A2.4 2.4 0 0 1 10.3 2.5A2.4 2.4 0 0 1 13.5 5.7A2.4 2.4 0 0 1 13.5 10.3A2.4 2.4 0 0 1 10.3 13.5A2.4 2.4 0 0 1 5.7 13.5A2.4 2.4 0 0 1 2.5 10.3A2.4 2.4 0 0 1 2.5 5.7A2.4 2.4 0 0 1 5.7 2.5z"
        stroke="currentColor"
        strokeWidth="1.2"
        strokeLinejoin="round"
      />
      <path d="M5.3 8.2l1.9 1.9 3.5-3.9" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </svg>
  )
}
