import ShieldCheck from 'lucide-react/icons/shield-check'
import { Link } from 'wouter'
import { buttonClass } from '../ui/button.tsx'

/** The header's link for staff. On the smallest phones, it is in the header's menu and the settings. */
export function StaffLinks() {
  return (
    <Link
      href="/moderation"
      aria-label="Moderation"
      data-tooltip="Moderation"
      className={buttonClass('ghost', 'size-11 px-0! max-xs:hidden')}
    >
      <ShieldCheck className="size-5" />
    </Link>
  )
}
