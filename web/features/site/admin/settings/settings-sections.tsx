import { useEffect } from 'react'
import { Button } from '../../../../ui/button.tsx'
import type { SiteSettings } from '../../../../../contract/site/settings.ts'

type Setting = keyof SiteSettings

/** The sections of the settings, by their id. Settings that no other section names belong to the appearance. */
export const sections = {
  joining: { title: 'Joining', settings: ['registration', 'registrationsPerHour', 'verifiedOnly'] },
  comments: { title: 'Comments', settings: ['holds', 'heldWords'] },
  rules: { title: 'Rules', settings: ['ownRules'] },
  'block-lists': {
    title: 'Block lists',
    settings: ['blockedEmailDomains', 'blockedNetworks', 'blockedLinkDomains'],
  },
  storage: { title: 'Storage', settings: ['storageLimitGb'] },
  team: { title: 'Team', settings: ['contact', 'staffPasskeys', 'alerts', 'alertWebhook', 'backupDays'] },
  appearance: { title: 'Appearance', settings: [] },
} satisfies Record<string, { title: string; settings: Setting[] }>

/** Returns the titles of the sections that contain these settings. */
function titlesOf(changed: string[]): string[] {
  const named = Object.values(sections).flatMap(({ settings }): string[] => settings)
  return Object.entries(sections)
    .filter(([id, { settings }]) =>
      changed.some((name) => (id === 'appearance' ? !named.includes(name) : (settings as string[]).includes(name))),
    )
    .map(([, { title }]) => title)
}

/** Links to the sections, each of which has its own address: `/admin?tab=settings#storage`. */
export function SectionLinks() {
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <nav aria-label="Sections" className="-mx-4 md:sticky md:top-20 md:self-start short:static">
      <ul className="flex flex-wrap max-xs:px-1 xs:gap-1 md:flex-col">
        {Object.entries(sections).map(([id, { title }]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center rounded-full px-4 font-strong text-ink-muted transition-colors duration-150 hover:bg-surface hover:text-ink max-xs:px-2 max-xs:text-small"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface SaveBarProps {
  /** Names of the settings with changes that are not saved. */
  changed: string[]
  isPending: boolean
}

/** The end of the form. While there are unsaved changes, it stays in view and names their sections. */
export function SaveBar({ changed, isPending }: SaveBarProps) {
  const isUnsaved = changed.length > 0
  return (
    <div
      data-over-end={isUnsaved || undefined}
      className={`flex flex-wrap items-center gap-x-5 gap-y-2 ${isUnsaved ? 'sticky bottom-(--covered-bottom) z-10 rounded-card bg-surface-raised px-5 py-3 shadow-float' : ''}`}
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
