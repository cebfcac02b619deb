import ShieldCheck from 'lucide-react/icons/shield-check'
import { ButtonLink } from '../ui/button.tsx'

/** The header's link for staff. On the smallest phones, it is in the header's menu and the settings. */
export function StaffLink() {
  return (
    <ButtonLink
      href="/moderation"
      aria-label="Moderation"
      data-tooltip="Moderation"
      variant="ghost"
      className="size-11 px-0! max-xs:hidden"
    >
      <ShieldCheck className="size-5" />
    </ButtonLink>
  )
}
