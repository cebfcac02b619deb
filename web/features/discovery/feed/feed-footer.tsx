import { Link } from 'wouter'
import { sitePages } from '../../../../contract/site/static-pages.ts'
import { isInAlpha, linkTarget, site } from '../../../page/site.ts'

const link = 'flex min-h-11 min-w-11 items-center justify-center rounded-control px-2 transition-colors hover:text-ink'

/** The end of the feed. It leaves room for the bar and the ticker, which float at the bottom of the screen. */
export function FeedFooter() {
  return (
    <footer className="mt-12 mb-16 flex flex-wrap items-center justify-between gap-x-8 gap-y-2 px-2 text-small text-ink-muted max-sm:px-4">
      <p>{isInAlpha() ? `${site.siteName} is in alpha.` : site.siteName}</p>
      <nav aria-label="About this site" className="-mx-2 flex flex-wrap gap-x-2">
        {Object.entries({ about: 'About', search: 'Search', rules: 'Rules', ...sitePages })
          .filter(([name]) => name !== 'contact' || site.hasContact)
          .map(([name, title]) => (
            <Link key={name} href={`/${name}`} className={link}>
              {title}
            </Link>
          ))}
        {site.footerLinks.map(({ text, url }, i) => (
          <a key={i} href={url} {...linkTarget(url)} className={link}>
            {text}
          </a>
        ))}
        <a href="/feed.rss" className={link}>
          RSS
        </a>
        <a href="/api/docs" target="_blank" rel="noopener" className={link}>
          API
        </a>
      </nav>
    </footer>
  )
}
