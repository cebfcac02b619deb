import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { SectionLinks } from '../../../../ui/section-links.tsx'
import type { SiteSettings } from '../../../../../contract/site/settings.ts'

export const sections = {
  joining: 'Joining',
  comments: 'Comments',
  rules: 'Rules',
  'block-lists': 'Block lists',
  storage: 'Storage',
  team: 'Team',
  appearance: 'Appearance',
}

const sectionOf: Record<keyof SiteSettings, keyof typeof sections> = {
  registration: 'joining',
  registrationsPerHour: 'joining',
  verifiedOnly: 'joining',
  holds: 'comments',
  heldWords: 'comments',
  ownRules: 'rules',
  blockedEmailDomains: 'block-lists',
  blockedNetworks: 'block-lists',
  blockedLinkDomains: 'block-lists',
  storageLimitGb: 'storage',
  contact: 'team',
  staffPasskeys: 'team',
  alerts: 'team',
  alertWebhook: 'team',
  backupDays: 'team',
  siteName: 'appearance',
  tagline: 'appearance',
  splashTagline: 'appearance',
  notFoundHeading: 'appearance',
  notFoundText: 'appearance',
  ticker: 'appearance',
  footerLinks: 'appearance',
  defaultTheme: 'appearance',
  accentColour: 'appearance',
  icon: 'appearance',
  tools: 'appearance',
}

function titlesOf(changed: string[]): string[] {
  const ids = new Set<string>(changed.map((name) => sectionOf[name as keyof SiteSettings]))
  return Object.entries(sections).flatMap(([id, title]) => (ids.has(id) ? title : []))
}

/** Links to the sections. Each section has its own address: `/admin?tab=settings#storage`. */
export function SettingsLinks() {
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  const links = Object.entries(sections).map(([id, title]) => [`#${id}`, title] as const)
  return <SectionLinks label="Sections" links={links} className="md:sticky md:top-20 md:self-start short:static" />
}

interface SaveBarProps {
  /** Names of the settings with changes that are not saved. */
  changed: string[]
  isPending: boolean
}

/**
 * The end of the form. While there are unsaved changes, the end stays in view and names their sections. After a save, it
 * stays until the focus leaves it. Otherwise the focused button would move out of view.
 */
export function SaveBar({ changed, isPending }: SaveBarProps) {
  const isUnsaved = changed.length > 0
  const bar = useRef<HTMLDivElement>(null)
  const [isOver, setOver] = useState(false)
  useLayoutEffect(() => {
    if (isUnsaved || !bar.current!.contains(document.activeElement)) setOver(isUnsaved)
  }, [isUnsaved])
  // The field that was just changed may be below the bar that appears.
  useEffect(() => {
    if (isOver) document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [isOver])
  return (
    <div
      ref={bar}
      onBlur={() => setOver(isUnsaved)}
      data-over-end={isOver || undefined}
      className={`flex flex-wrap items-center gap-x-5 gap-y-2 ${isOver ? 'sticky bottom-(--covered-bottom) z-10 rounded-card bg-surface-raised px-5 py-3 shadow-float' : ''}`}
    >
      <Button type="submit" variant="primary" pending={isPending}>
        Save
      </Button>
      <p role="status" className="min-w-0 text-small">
        {isUnsaved && `Unsaved changes in: ${titlesOf(changed).join(', ')}`}
      </p>
    </div>
  )
}
