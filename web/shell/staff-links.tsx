import ShieldCheck from 'lucide-react/icons/shield-check'
import { Link } from 'wouter'
import { buttonClass } from '../ui/button.tsx'

/** What only those who look after the site see. On the smallest phones their settings lead there. */
export function StaffLinks() {
  return (
    <Link
      href="/moderation"
      aria-label="Moderation"
      data-tooltip="Moderation"
      className={buttonClass('ghost', 'size-11 px-0! max-xs:hidden')}
    >
      <ShieldCheck aria-hidden="true" className="size-5" />
    </Link>
  )
}
