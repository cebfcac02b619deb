import { useQuery } from '@tanstack/react-query'
import type { Overview } from '../../../../contract/site/overview.ts'
import { countOf, formatCount } from '../../../format/count.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { useAddressParam } from '../../../page/address-param.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Together } from '../../../ui/loading/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { StaffPage } from '../../../viewer/staff-page.tsx'
import { overviewQuery } from './admin.queries.ts'
import { OverviewTab } from './overview/overview-tab.tsx'

const PeopleTab = lazyPart(() => import('./people/people-tab.tsx'), 'PeopleTab')
const SettingsTab = lazyPart(() => import('./settings/settings-tab.tsx'), 'SettingsTab')
const StaffLogTab = lazyPart(() => import('./staff-log/staff-log-tab.tsx'), 'StaffLogTab')

/** The page for admins. */
export function AdminPage() {
  return (
    <StaffPage title="Admin" roles={['admin']}>
      <Admin />
    </StaffPage>
  )
}

function Admin() {
  const [tab, setTab] = useAddressParam('tab', 'overview')
  const { data, isPending } = useQuery(overviewQuery)
  const back = { onLoadFailed: () => setTab('overview') }
  const tabs = [
    { value: 'overview', label: 'Overview', content: <OverviewTab /> },
    { value: 'people', label: 'People', content: <PeopleTab {...back} />, preload: PeopleTab.preload },
    { value: 'settings', label: 'Settings', content: <SettingsTab {...back} />, preload: SettingsTab.preload },
    { value: 'log', label: 'Staff log', content: <StaffLogTab {...back} />, preload: StaffLogTab.preload },
  ]
  return (
    <div className="mx-auto max-w-5xl px-4 pt-3 pb-32 sm:px-8 sm:pt-4 short:pt-1">
      <PageHeading title="Admin" className="headline mb-2 text-title sm:text-display" />
      <Together isPending={isPending} label="Loading the overview">
        {data && data.hurried.length > 0 && <HurriedBanner hurried={data.hurried} />}
        <Tabs label="Admin" value={tab} onChange={setTab} tabs={tabs} />
      </Together>
    </div>
  )
}

/**
 * Warns about unusually fast decisions, because they may come from a stolen account. All decisions of such an account
 * can be undone.
 */
function HurriedBanner({ hurried }: { hurried: Overview['hurried'] }) {
  return (
    <div role="status" className="mb-6 flex flex-col gap-2 rounded-card bg-surface p-5 outline outline-danger sm:p-6">
      {hurried.map(({ id, displayName, decisions, suspensions }) => (
        <p key={id} className="wrap-anywhere">
          <strong>{displayName}</strong> made {countOf(decisions, 'decision')} within ten minutes
          {suspensions > 0 && `, ${formatCount(suspensions)} of them suspensions`}. Is it really them?
        </p>
      ))}
      <p className="text-small text-ink-muted">
        If not, change their role to Member under People, then run <code>npm run admin -- undo NAME --since 1h</code> on
        the server.
      </p>
    </div>
  )
}
