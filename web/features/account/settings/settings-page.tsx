import type { ComponentType } from 'react'
import { Redirect, useParams } from 'wouter'
import type { Role, OwnUser } from '../../../../contract/account/users.ts'
import { NotFoundPage } from '../../../ui/not-found-page.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { SectionLinks } from '../../../ui/section-links.tsx'
import { Protected } from '../../../viewer/sign-in/protected.tsx'
import { AccountStatusSection } from '../../moderation/account-status/account-status-section.tsx'
import { MutedSection } from '../../social/mutes-and-blocks/muted-section.tsx'
import { EmailSection } from '../email-address/email-section.tsx'
import { DataSection } from './data-section.tsx'
import { SignInSection } from './sign-in-section.tsx'

interface Section {
  title: string
  purpose: string
  Content: ComponentType<{ user: OwnUser }>
}

/**
 * The sections of the settings, by the last part of their address. A new section needs an entry here and its address in
 * `server/features/site/pages/screens.ts`.
 */
const sections: Record<string, Section> = {
  'sign-in': {
    title: 'Sign-in',
    purpose: 'Password, passkeys, recovery codes and devices.',
    Content: SignInSection,
  },
  email: {
    title: 'Email',
    purpose: 'The address you sign in with. Only you can see it.',
    Content: EmailSection,
  },
  data: {
    title: 'Your data',
    purpose: 'Download your data or delete your account.',
    Content: DataSection,
  },
  standing: {
    title: 'Account status',
    purpose: 'Moderation decisions about your account, and the status of your reports.',
    Content: AccountStatusSection,
  },
  muted: {
    title: 'Muted',
    purpose: 'People you’ve muted or blocked. You don’t see their clips or comments.',
    Content: MutedSection,
  },
}

/** `/settings/{section}`: the settings and information of the viewer's own account. */
export function SettingsPage() {
  const { section: name } = useParams<{ section?: string }>()
  if (name === undefined) return <Redirect to="/settings/sign-in" replace />
  const section = Object.hasOwn(sections, name) ? sections[name] : undefined
  if (!section) return <NotFoundPage />
  const { title, purpose, Content } = section
  return (
    <Protected>
      {(user) => (
        <div className="mx-auto grid max-w-5xl grid-cols-1 gap-x-16 gap-y-3 px-4 pt-3 pb-36 sm:px-8 sm:pt-4 short:pt-1 md:grid-cols-[11rem_1fr]">
          <SettingsLinks current={name} role={user.role} />
          <div className="min-w-0">
            <PageHeading title={title} className="headline text-title sm:text-display" />
            <p className="mt-2 max-w-[33.8em] text-ink-muted">{purpose}</p>
            <div className="mt-6">
              <Content user={user} />
            </div>
          </div>
        </div>
      )}
    </Protected>
  )
}

function SettingsLinks({ current, role }: { current: string; role: Role }) {
  const links = [
    ...Object.entries(sections).map(([name, { title }]) => [`/settings/${name}`, title] as const),
    ...(role === 'member' ? [] : [['/moderation', 'Moderation'] as const]),
    ...(role === 'admin' ? [['/admin', 'Admin'] as const] : []),
  ]
  return (
    <SectionLinks label="Settings" links={links} current={`/settings/${current}`}>
      <p className="px-4 pb-2 text-ink-muted max-md:hidden">Settings</p>
    </SectionLinks>
  )
}
