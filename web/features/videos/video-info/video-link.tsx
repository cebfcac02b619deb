import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation } from 'wouter'
import { setOpenedClip } from '../../../videos/opened-clip.ts'

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
  return (
    <Link
      {...rest}
      href={`/video/${id}`}
      transition
      state={{ from }}
      onPointerEnter={() => preload()}
      onFocus={() => preload()}
      onClick={() => flushSync(() => setOpenedClip(client, id))}
    />
  )
}
