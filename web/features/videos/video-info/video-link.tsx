import { useQueryClient } from '@tanstack/react-query'
import type { PointerEvent, ReactNode } from 'react'
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
  const warm = ({ pointerType, button, ctrlKey, metaKey, shiftKey, altKey }: PointerEvent) => {
    // Touching a link often begins a scroll, and clicks with a key or another button open a tab or a menu.
    if (pointerType !== 'mouse' || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return
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
      onPointerDown={warm}
      onClick={() => flushSync(() => setOpenedClip(client, id))}
    />
  )
}
