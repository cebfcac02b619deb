import { Notice } from '../../../ui/notice.tsx'

interface InvalidLinkProps {
  /** Whether the link has a token, which then no longer works. */
  isComplete: boolean
  link: readonly [href: string, label: string]
}

/** Replaces the page of a link that is incomplete or no longer works. */
export function InvalidLink({ isComplete, link }: InvalidLinkProps) {
  const [title, sentence] = isComplete
    ? ['This link no longer works', 'It was already used, has expired, or was replaced by a newer one.']
    : ['This link is incomplete', 'Copy the whole link, or get a new one.']
  return <Notice title={title} sentence={sentence} link={link} />
}
