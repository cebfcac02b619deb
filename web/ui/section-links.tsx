import type { ReactNode } from 'react'
import { Link } from 'wouter'

interface SectionLinksProps {
  label: string
  className?: string
  /** The addresses and labels of the sections. An address such as `#storage` is a place on the same page. */
  links: (readonly [href: string, label: string])[]
  /** The address of the section on the screen, if each section is a page. */
  current?: string
  children?: ReactNode
}

/** Links to the sections of a page: above the content on narrow screens, a column beside it on wide ones. */
export function SectionLinks({ label, className = '', links, current, children }: SectionLinksProps) {
  return (
    <nav aria-label={label} className={`-mx-4 ${className}`}>
      {children}
      <ul className="flex flex-wrap max-xs:px-1 xs:gap-1 md:flex-col">
        {links.map(([href, title]) => {
          // The router would not scroll to a place on the same page.
          const Anchor = href.startsWith('#') ? 'a' : Link
          return (
            <li key={href}>
              <Anchor
                href={href}
                aria-current={href === current ? 'page' : undefined}
                className={`flex min-h-11 items-center rounded-full px-4 font-strong transition-colors duration-150 max-xs:px-2 max-xs:text-small ${href === current ? 'bg-surface text-ink' : 'text-ink-muted hover:bg-surface hover:text-ink'}`}
              >
                {title}
              </Anchor>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
