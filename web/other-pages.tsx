import { Route, Switch } from 'wouter'
import { lazyPage } from './net/lazy-page.tsx'
import { NotFoundPage } from './ui/not-found-page.tsx'

const AdminPage = lazyPage(() => import('./features/admin/admin-page.tsx').then((module) => module.AdminPage))
const ClaimPage = lazyPage(() => import('./features/admin/claim-page.tsx').then((module) => module.ClaimPage))
const ModerationPage = lazyPage(() =>
  import('./features/moderation/moderation-page.tsx').then((module) => module.ModerationPage),
)
const NoticePage = lazyPage(() => import('./features/notice/notice-page.tsx').then((module) => module.NoticePage))
const ReportOutcomePage = lazyPage(() =>
  import('./features/reports/report-outcome-page.tsx').then((module) => module.ReportOutcomePage),
)
const RulesPage = lazyPage(() => import('./features/about/rules-page.tsx').then((module) => module.RulesPage))
const LogPage = lazyPage(() => import('./features/log/log-page.tsx').then((module) => module.LogPage))
const SettingsPage = lazyPage(() =>
  import('./features/settings/settings-page.tsx').then((module) => module.SettingsPage),
)

/** Pages that most people never open: even their addresses come when one of them is asked for, not with the first page. */
export function OtherPages() {
  return (
    <Switch>
      <Route path="/reports/:id" component={ReportOutcomePage} />
      <Route path="/settings/:section?" component={SettingsPage} />
      <Route path="/notice" component={NoticePage} />
      <Route path="/admin" component={AdminPage} />
      <Route path="/claim" component={ClaimPage} />
      <Route path="/rules" component={RulesPage} />
      <Route path="/log" component={LogPage} />
      <Route path="/moderation" component={ModerationPage} />
      <Route component={NotFoundPage} />
    </Switch>
  )
}
