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
    description: 'What people watch, like and discuss now, by an arithmetic that anyone can read.',
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
    description: `What ${SITE_NAME} is for, the AI video tools it supports, and how people treat each other here.`,
    path: '/about',
    meta: site,
  },
  '/about/trust': {
    title: 'Trust',
    description: `How ${SITE_NAME} knows how a clip was made: what is verified, what a file says, and what only its creator says.`,
    path: '/about/trust',
    meta: site,
  },
  '/rules': {
    title: 'Rules',
    description: `What may not be on ${SITE_NAME}, how the moderators decide, and how to appeal.`,
    path: '/rules',
    meta: site,
  },
  '/log': {
    title: 'Public log',
    description: `What the moderators of ${SITE_NAME} decided, by which rule, in a log that anybody can check.`,
    path: '/log',
    meta: site,
  },
  '/notice': {
    title: 'Legal notice',
    description: `Tell those who look after ${SITE_NAME} that something here breaks your rights or the law.`,
    path: '/notice',
    meta: site,
  },
  '/search': { title: 'Search', description: `Clips on ${SITE_NAME} by what is written about them.` },
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
  '/settings/standing': { title: 'Standing', description: TAGLINE },
  '/settings/muted': { title: 'Muted', description: TAGLINE },
  '/claim': { title: 'Look after this site', description: TAGLINE },
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
