import { SITE_NAME, type Meta, type PageHead } from './page-head.ts'

export const TAGLINE = 'Create, share and discover AI-generated videos'

export const site: Meta[] = [
  ['og:type', 'website'],
  ['twitter:card', 'summary'],
]

export const wallHead: PageHead = { title: SITE_NAME, description: TAGLINE, path: '/', meta: site }

/** The other screens that are the same for all viewers, by path. The titles are those that the app sets. */
export const screens: Record<string, PageHead> = {
  '/following': { title: 'Following', description: TAGLINE },
  '/rising': {
    title: 'Rising',
    description: 'What people are watching and liking right now, ranked by a formula anyone can read.',
    path: '/rising',
    meta: site,
  },
  '/creators': {
    title: 'Creators',
    description: 'The people behind the videos, ranked by views, likes, followers or videos.',
    path: '/creators',
    meta: site,
  },
  '/about': {
    title: 'About',
    description: `What ${SITE_NAME} is for, the AI video tools it supports, and how we treat each other here.`,
    path: '/about',
    meta: site,
  },
  '/about/trust': {
    title: 'Trust',
    description: `How ${SITE_NAME} knows how a clip was made: what’s verified, what the file says, and what only the creator says.`,
    path: '/about/trust',
    meta: site,
  },
  '/rules': {
    title: 'Rules',
    description: `What isn’t allowed on ${SITE_NAME}, how moderators decide, and how to appeal.`,
    path: '/rules',
    meta: site,
  },
  '/log': {
    title: 'Public log',
    description: `What the moderators of ${SITE_NAME} decided and which rule they cited, in a log anyone can verify.`,
    path: '/log',
    meta: site,
  },
  '/notice': {
    title: 'Legal notice',
    description: `Tell the operators of ${SITE_NAME} about content that breaks your rights or the law.`,
    path: '/notice',
    meta: site,
  },
  '/search': { title: 'Search', description: `Search clips on ${SITE_NAME} by title, caption, prompt or tag.` },
  '/auth': { title: 'Login', description: TAGLINE },
  '/auth/email': { title: 'Confirm your address', description: TAGLINE },
  '/auth/forgot': { title: 'Forgot your password?', description: TAGLINE },
  '/auth/reset': { title: 'New password', description: TAGLINE },
  '/upload': { title: 'Upload', description: TAGLINE },
  '/profile': { title: 'Profile', description: TAGLINE },
  '/settings': { title: 'Settings', description: TAGLINE },
  '/settings/sign-in': { title: 'Sign-in', description: TAGLINE },
  '/settings/email': { title: 'Email', description: TAGLINE },
  '/settings/data': { title: 'Your data', description: TAGLINE },
  '/settings/standing': { title: 'Account status', description: TAGLINE },
  '/settings/muted': { title: 'Muted', description: TAGLINE },
  '/claim': { title: 'Become an admin of this site', description: TAGLINE },
  '/secret': { title: SITE_NAME, description: TAGLINE },
}

/** Screens for staff. For visitors their paths look like unknown ones. */
export const staffScreens: Record<string, PageHead> = {
  '/moderation': { title: 'Moderation', description: TAGLINE },
  '/admin': { title: 'Admin', description: TAGLINE },
}

/** `/reports/{id}`: the outcome of a report. */
export const reportHead: PageHead = { title: 'Your report', description: TAGLINE }

export const videoNotFoundHead: PageHead = { title: 'Video not found', description: TAGLINE }
/** The head for an unused tag. */
export const noVideosHead: PageHead = { title: 'No videos yet', description: TAGLINE }
export const userNotFoundHead: PageHead = { title: 'User not found', description: TAGLINE }
export const pageNotFoundHead: PageHead = { title: 'Page not found', description: TAGLINE }
/** The head while the page's subject is unavailable. */
export const unknownHead: PageHead = { title: SITE_NAME, description: TAGLINE }
