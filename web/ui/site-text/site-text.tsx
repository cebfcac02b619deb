import { useLocation } from 'wouter'
import { followLink } from './follow-link.ts'
import './site-text.css'

/** A text of the operator. The server rendered it from Markdown without HTML, so it contains no script. */
export function SiteText({ html }: { html: string }) {
  const [, navigate] = useLocation()
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- clicks bubble up from the links, which the keyboard reaches
    <div
      className="site-text"
      onClick={(event) => followLink(event, navigate)}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
