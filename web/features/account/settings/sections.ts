import type { ComponentType } from 'react'
import type { OwnUser } from '../../../../contract/social/profiles.ts'
import { DataSection } from '../export-and-deletion/data-section.tsx'
import { EmailSection } from '../email-address/email-section.tsx'
import { MutedSection } from '../../social/mutes-and-blocks/muted-section.tsx'
import { SignInSection } from './sign-in-section.tsx'
import { AccountStatusSection } from '../../moderation/account-status/account-status-section.tsx'

interface Section {
  title: string
  /** One sentence below the section's heading. */
  purpose: string
  Content: ComponentType<{ user: OwnUser }>
}

/**
 * The sections of the settings, by the last part of their address. A new section needs an entry here and its address in
 * `server/features/site/pages/screens.ts`.
 */
export const sections: Record<string, Section> = {
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

export const firstSection = '/settings/sign-in'
