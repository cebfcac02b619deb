import type { ReactNode } from 'react'
import { Notice } from '../../../ui/notice.tsx'

/** Replaces the page of a link that is incomplete or no longer works. @param children The next step. */
export function InvalidLink({ isWhole, children }: { isWhole: boolean; children: ReactNode }) {
  const [title, sentence] = isWhole
    ? ['This link no longer works', 'It was already used, has expired, or was replaced by a newer one.']
    : ['This link is incomplete', 'Copy the whole link, or get a new one.']
  return (
    <Notice title={title} sentence={sentence}>
      {children}
    </Notice>
  )
}
