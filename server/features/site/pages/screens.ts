import { type Meta, type PageHead, excerpt } from './heads/page-head.ts'
import type { SitePageName } from '../../../../contract/site/static-pages.ts'
import type { RenderedPage } from '../static-pages/render-markdown.ts'

export const siteMeta: Meta[] = [
  ['og:type', 'website'],
  ['twitter:card', 'summary'],
]

/** The screens besides `/` that search engines may index, by path. */
const indexedScreens: Record<string, PageHead> = {
  '/rising': {
    title: 'Rising',
    description: 'What people are watching and liking right now, ranked by a formula anyone can read.',
  },
  '/creators': {
    title: 'Creators',
    description: 'The people behind the videos, ranked by views, likes, followers or videos.',
  },
  '/about': {
    title: 'About',
    description: (siteName) =>
      `What ${siteName} is for, the AI video tools it supports, and how we treat each other here.`,
  },
  '/about/trust': {
    title: 'Trust',
    description: (siteName) =>
      `How ${siteName} knows how a clip was made: what’s verified, what the file says, and what only the creator says.`,
  },
  '/rules': {
    title: 'Rules',
    description: (siteName) => `What isn’t allowed on ${siteName}, how moderators decide, and how to appeal.`,
  },
  '/log': {
    title: 'Public log',
    description: (siteName) =>
      `What the moderators of ${siteName} decided and which rule they cited, in a log anyone can verify.`,
  },
  '/notice': {
    title: 'Legal notice',
    description: (siteName) => `Tell the operators of ${siteName} about content that breaks your rights or the law.`,
  },
}

/** The screens besides `/` that are the same for all viewers, by path. The titles are those that the app sets. */
export const screens: Record<string, PageHead> = {
  '/following': { title: 'Following' },
  ...Object.fromEntries(
    Object.entries(indexedScreens).map(([path, head]) => [path, { ...head, path, meta: siteMeta }]),
  ),
  '/search': {
    title: 'Search',
    description: (siteName) => `Search clips on ${siteName} by title, caption, prompt or tag.`,
  },
  '/auth': { title: 'Login' },
  '/auth/email': { title: 'Confirm your address' },
  '/auth/forgot': { title: 'Forgot your password?' },
  '/auth/reset': { title: 'New password' },
  '/upload': { title: 'Upload' },
  '/profile': { title: 'Profile' },
  '/settings': { title: 'Settings' },
  '/settings/sign-in': { title: 'Sign-in' },
  '/settings/email': { title: 'Email' },
  '/settings/data': { title: 'Your data' },
  '/settings/standing': { title: 'Account status' },
  '/settings/muted': { title: 'Muted' },
  '/invite': { title: 'Invitation' },
  '/claim': { title: 'Become an admin of this site' },
  '/secret': {},
}

/** Screens for staff. For visitors their paths look like unknown ones. */
export const staffScreens: Record<string, PageHead> = {
  '/moderation': { title: 'Moderation' },
  '/admin': { title: 'Admin' },
}

export const videoNotFoundHead: PageHead = { title: 'Video not found' }
/** The head for an unused tag. */
export const noVideosHead: PageHead = { title: 'No videos yet' }
export const userNotFoundHead: PageHead = { title: 'User not found' }
export const pageNotFoundHead: PageHead = { title: 'Page not found' }

/** Returns the head of an operator's page. */
export function sitePageHead(name: SitePageName, { title, summary }: RenderedPage): PageHead {
  return { title: excerpt(title, 100), description: excerpt(summary || title), path: `/${name}`, meta: siteMeta }
}
