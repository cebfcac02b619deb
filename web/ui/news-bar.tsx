import { ActionLink } from './button.tsx'

interface NewsBarProps {
  /** The message, or null while it loads. */
  text: string | null
  /** Address and label of the link to the details. */
  href: string
  link: string
}

/** A message over the end of the page that causes no layout shift. The page is extended, so that nothing is hidden. */
export function NewsBar({ text, href, link }: NewsBarProps) {
  return (
    <>
      {text !== null && <div data-over-end className="h-(--over-end)" />}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-0 bottom-(--covered-bottom) z-20 flex px-4 pb-3 sm:px-6"
      >
        {text !== null && (
          <p className="animate-rise pointer-events-auto flex flex-wrap items-center gap-x-5 rounded-card bg-surface-raised px-5 py-1.5 shadow-float">
            <span className="my-1.5 line-clamp-2">{text}</span>
            <ActionLink href={href}>{link}</ActionLink>
          </p>
        )}
      </div>
    </>
  )
}
