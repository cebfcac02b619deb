import type { ComponentType } from 'react'
import type { OwnUser } from '../../../../contract/social/profiles.ts'
import { DataSection } from '../export-and-deletion/data-section.tsx'
import { EmailSection } from '../email-address/email-section.tsx'
import { MutedSection } from '../../social/mutes-and-blocks/muted-section.tsx'
import { SignInSection } from './sign-in-section.tsx'
import { StandingSection } from '../../moderation/account-status/standing-section.tsx'

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
    purpose: 'Your password, your passkeys, the ways back in, and where you are signed in.',
    Content: SignInSection,
  },
  email: {
    title: 'Email',
    purpose: 'The address you sign in with. Nobody else sees it.',
    Content: EmailSection,
  },
  data: {
    title: 'Your data',
    purpose: 'Take a copy of everything, or leave.',
    Content: DataSection,
  },
  standing: {
    title: 'Standing',
    purpose: 'What the moderators decided about you and your things, and what became of your reports.',
    Content: StandingSection,
  },
  muted: {
    title: 'Muted',
    purpose: 'People you muted or blocked. Their clips and comments are left out of your lists.',
    Content: MutedSection,
  },
}

export const firstSection = '/settings/sign-in'
