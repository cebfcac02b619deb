import { Route, Switch } from 'wouter'
import { lazyPage } from './net/lazy-page.tsx'
import { NotFoundPage } from './ui/not-found-page.tsx'

const AdminPage = lazyPage(() => import('./features/site/admin/admin-page.tsx').then((module) => module.AdminPage))
const ClaimPage = lazyPage(() => import('./features/site/admin/claim-page.tsx').then((module) => module.ClaimPage))
const EmailLinkPage = lazyPage(() =>
  import('./features/account/email-address/email-link-page.tsx').then((module) => module.EmailLinkPage),
)
const ForgotPage = lazyPage(() =>
  import('./features/account/recovery/forgot-page.tsx').then((module) => module.ForgotPage),
)
const ModerationPage = lazyPage(() =>
  import('./features/moderation/moderation-page/moderation-page.tsx').then((module) => module.ModerationPage),
)
const TakedownNoticePage = lazyPage(() =>
  import('./features/moderation/takedown-notices/notice-page.tsx').then((module) => module.TakedownNoticePage),
)
const ReportOutcomePage = lazyPage(() =>
  import('./features/moderation/reports/report-outcome-page.tsx').then((module) => module.ReportOutcomePage),
)
const ResetPage = lazyPage(() =>
  import('./features/account/recovery/reset-page.tsx').then((module) => module.ResetPage),
)
const RulesPage = lazyPage(() => import('./features/site/about/rules-page.tsx').then((module) => module.RulesPage))
const LogPage = lazyPage(() => import('./features/moderation/public-log/log-page.tsx').then((module) => module.LogPage))
const SearchPage = lazyPage(() =>
  import('./features/discovery/search/search-page.tsx').then((module) => module.SearchPage),
)
const SettingsPage = lazyPage(() =>
  import('./features/account/settings/settings-page.tsx').then((module) => module.SettingsPage),
)
const RemixesPage = lazyPage(() =>
  import('./features/videos/lineage/remixes-page.tsx').then((module) => module.RemixesPage),
)
const TagPage = lazyPage(() => import('./features/discovery/tags/tag-page.tsx').then((module) => module.TagPage))
const TrustPage = lazyPage(() => import('./features/site/about/trust-page.tsx').then((module) => module.TrustPage))
const ToolPage = lazyPage(() => import('./features/discovery/tags/tool-page.tsx').then((module) => module.ToolPage))

/** The routes of pages that most viewers never open. Even the routes load on demand, separately from the first page. */
export function OtherPages() {
  return (
    <Switch>
      <Route path="/reports/:id" component={ReportOutcomePage} />
      <Route path="/search" component={SearchPage} />
      <Route path="/settings/:section?" component={SettingsPage} />
      <Route path="/notice" component={TakedownNoticePage} />
      <Route path="/admin" component={AdminPage} />
      <Route path="/auth/email" component={EmailLinkPage} />
      <Route path="/auth/forgot" component={ForgotPage} />
      <Route path="/auth/reset" component={ResetPage} />
      <Route path="/claim" component={ClaimPage} />
      <Route path="/video/:id/remixes" component={RemixesPage} />
      <Route path="/tag/:tag" component={TagPage} />
      <Route path="/tool/:tool" component={ToolPage} />
      <Route path="/rules" component={RulesPage} />
      <Route path="/about/trust" component={TrustPage} />
      <Route path="/log" component={LogPage} />
      <Route path="/moderation" component={ModerationPage} />
      <Route component={NotFoundPage} />
    </Switch>
  )
}
