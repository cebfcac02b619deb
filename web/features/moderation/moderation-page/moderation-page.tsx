import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { formatCount } from '../../../format/count.ts'
import { lazyPart } from '../../../net/lazy-part.tsx'
import { useAddressParam } from '../../../page/address-param.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { StaffPage } from '../../../viewer/staff-page.tsx'
import { CasesTab } from './cases-tab.tsx'
import { appealsQuery, openCountQuery, pendingCommentsQuery } from '../desks/moderation.queries.ts'

const AccountsTab = lazyPart(() => import('../accounts/accounts-tab.tsx'), 'AccountsTab')
const AppealsTab = lazyPart(() => import('./appeals-tab.tsx'), 'AppealsTab')
const PendingCommentsTab = lazyPart(() => import('./pending-comments-tab.tsx'), 'PendingCommentsTab')

/** The page for moderators and admins. */
export function ModerationPage() {
  return (
    <StaffPage title="Moderation" roles={['moderator', 'admin']}>
      <Moderation />
    </StaffPage>
  )
}

function Moderation() {
  const [tab, setTab] = useAddressParam('tab', 'cases')
  const cases = useQuery(openCountQuery)
  const appeals = useQuery(appealsQuery)
  const pending = useInfiniteQuery(pendingCommentsQuery)
  const back = { onLoadFailed: () => setTab('cases') }
  const tabs = [
    { value: 'cases', label: withCount('Cases', cases.data?.openCount), content: <CasesTab /> },
    {
      value: 'appeals',
      label: withCount('Appeals', appeals.data?.waitingCount),
      content: <AppealsTab {...back} />,
      preload: AppealsTab.preload,
    },
    {
      value: 'comments',
      label: withCount('Comments', pending.data?.pages[0]?.waitingCount),
      content: <PendingCommentsTab {...back} />,
      preload: PendingCommentsTab.preload,
    },
    { value: 'accounts', label: 'Accounts', content: <AccountsTab {...back} />, preload: AccountsTab.preload },
  ]
  return (
    <div className="mx-auto max-w-[110rem] px-4 pt-2 pb-32 sm:px-6">
      <PageHeading title="Moderation" className="sr-only" />
      <Tabs label="Moderation" value={tab} onChange={setTab} tabs={tabs} />
    </div>
  )
}

function withCount(label: string, count: number | undefined): string {
  return count ? `${label} (${formatCount(count)})` : label
}
