import { useQueryClient } from '@tanstack/react-query'
import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { playSources } from '../../../player/sources/play-sources.ts'
import { warmSource } from '../../../player/sources/warm-source.ts'
import { setOpenedClip } from '../../../videos/opened-clip.ts'
import { findCachedVideo } from '../../../videos/video-cache.ts'
import { videoPath } from '../../../videos/video-paths.ts'

let preloadPage: () => unknown = () => undefined

/**
 * Sets the function that preloads the video page. It runs when the pointer or the focus reaches a video's link, so that
 * the page opens complete.
 */
export function setVideoPreload(preload: () => unknown): void {
  preloadPage = preload
}

/** A link to a video's page, which preloads the page and the clip. */
export function VideoLink({ id, ...rest }: { id: string; className?: string; children: ReactNode }) {
  const client = useQueryClient()
  const [from] = useLocation()
  const warm = () => {
    const video = findCachedVideo(client, id)
    if (video) warmSource(playSources(video)[0])
  }
  return (
    <Link
      {...rest}
      href={videoPath(id)}
      state={{ from }}
      onPointerEnter={() => preloadPage()}
      onFocus={() => preloadPage()}
      onPointerDown={(event) => {
        // A finger that goes down often scrolls the wall.
        if (event.pointerType === 'mouse' && opensHere(event)) warm()
      }}
      onClick={(event) => {
        const isHere = opensHere(event)
        setOpenedClip(client, id, isHere ? event.currentTarget : undefined)
        if (isHere) warm()
      }}
    />
  )
}

/** Whether a press on a link opens it in this tab. Others open a tab or a menu. */
function opensHere({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
}
