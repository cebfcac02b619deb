import { useQueryClient } from '@tanstack/react-query'
import type { MouseEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation } from 'wouter'
import { playSources } from '../../../player/sources/play-sources.ts'
import { warmSource } from '../../../player/sources/warm-source.ts'
import { setOpenedClip } from '../../../videos/opened-clip.ts'
import { findCachedVideo } from '../../../videos/video-cache.ts'

let preload: () => unknown = () => undefined

/**
 * Sets the function that preloads the video page when the pointer or the focus approaches a video's link, so that the
 * page opens complete.
 */
export function onVideoApproached(approach: () => unknown): void {
  preload = approach
}

interface VideoLinkProps {
  id: string
  className?: string
  children: ReactNode
}

export function VideoLink({ id, ...rest }: VideoLinkProps) {
  const client = useQueryClient()
  const [from] = useLocation()
  const warm = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) => {
    // Other clicks open a tab or a menu.
    if (button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return
    const video = findCachedVideo(client, id)
    if (video) warmSource(playSources(video)[0])
  }
  return (
    <Link
      {...rest}
      href={`/video/${id}`}
      transition
      state={{ from }}
      onPointerEnter={() => preload()}
      onFocus={() => preload()}
      // A finger that goes down often scrolls the wall, so touch screens load a clip only when it is opened.
      onPointerDown={(event) => event.pointerType === 'mouse' && warm(event)}
      onClick={(event) => {
        warm(event)
        flushSync(() => setOpenedClip(client, id))
      }}
    />
  )
}
