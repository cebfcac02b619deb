import type { License } from '../../../../contract/videos/remixing.ts'
import { licenses } from './terms.ts'

export function LicenseLink({ license }: { license: License }) {
  const { label, url } = licenses[license]
  if (url === null) return <span className="text-small text-ink-muted">{label}</span>
  return (
    <a
      href={url}
      target="_blank"
      rel="license noopener"
      className="flex min-h-11 items-center text-small text-ink-muted underline underline-offset-4 hover:text-ink"
    >
      {label}
      <span className="sr-only">, a licence, opens in a new tab</span>
    </a>
  )
}
