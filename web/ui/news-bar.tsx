import { Link } from 'wouter'

interface NewsBarProps {
  /** What happened; null while that is not known. */
  text: string | null
  /** Where one reads it all, and what that link says. */
  href: string
  link: string
}

/** Tells something over the page's end, which moves nothing; the page ends so much later that all of it can be read. */
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
            <Link
              href={href}
              className="flex min-h-11 items-center font-strong text-accent-ink underline-offset-4 hover:underline"
            >
              {link}
            </Link>
          </p>
        )}
      </div>
    </>
  )
}
