import { Route, Switch } from 'wouter'
import { lazyPage } from './net/lazy-page.tsx'
import { NotFoundPage } from './ui/not-found-page.tsx'

const pages = {
  '/reports/:id': lazyPage(() => import('./features/moderation/reports/report-outcome-page.tsx'), 'ReportOutcomePage'),
  '/search': lazyPage(() => import('./features/discovery/search/search-page.tsx'), 'SearchPage'),
  '/settings/:section?': lazyPage(() => import('./features/account/settings/settings-page.tsx'), 'SettingsPage'),
  '/notice': lazyPage(() => import('./features/moderation/takedown-notices/notice-page.tsx'), 'TakedownNoticePage'),
  '/admin': lazyPage(() => import('./features/site/admin/admin-page.tsx'), 'AdminPage'),
  '/auth/email': lazyPage(() => import('./features/account/email-address/email-link-page.tsx'), 'EmailLinkPage'),
  '/auth/forgot': lazyPage(() => import('./features/account/recovery/forgot-page.tsx'), 'ForgotPage'),
  '/auth/reset': lazyPage(() => import('./features/account/recovery/reset-page.tsx'), 'ResetPage'),
  '/invite': lazyPage(() => import('./features/account/sign-in/invite-page.tsx'), 'InvitePage'),
  '/claim': lazyPage(() => import('./features/site/admin/claim-page.tsx'), 'ClaimPage'),
  '/video/:id/remixes': lazyPage(() => import('./features/videos/remixes-page/remixes-page.tsx'), 'RemixesPage'),
  '/tag/:tag': lazyPage(() => import('./features/discovery/tags/tag-page.tsx'), 'TagPage'),
  '/tool/:tool': lazyPage(() => import('./features/discovery/tags/tool-page.tsx'), 'ToolPage'),
  '/rules': lazyPage(() => import('./features/site/about/rules-page.tsx'), 'RulesPage'),
  '/about/trust': lazyPage(() => import('./features/site/about/trust-page.tsx'), 'TrustPage'),
  '/log': lazyPage(() => import('./features/moderation/public-log/log-page.tsx'), 'LogPage'),
  '/moderation': lazyPage(() => import('./features/moderation/moderation-page/moderation-page.tsx'), 'ModerationPage'),
}

/** The routes of pages that most viewers never open. Even the routes load on demand, separately from the first page. */
export function OtherPages() {
  return (
    <Switch>
      {Object.entries(pages).map(([path, Page]) => (
        <Route key={path} path={path} component={Page} />
      ))}
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  )
}
