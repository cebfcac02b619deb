import { useQuery } from '@tanstack/react-query'
import type { OwnUser } from '../../../../contract/social/profiles.ts'
import { NotArrived } from '../../../ui/notice.tsx'
import { accountQuery } from '../../../viewer/account.queries.ts'
import { ChangePart } from './change-part.tsx'
import { ProofPart } from './proof-part.tsx'

/** The settings section that shows the account's e-mail address, whether it is confirmed, and a form to change it. */
export function EmailSection({ user }: { user: OwnUser }) {
  const { data: account, isError, refetch } = useQuery(accountQuery)
  return (
    <div className="flex flex-col gap-14">
      <div>
        <p className="text-lead wrap-anywhere">{user.email}</p>
        {account?.hasMail && <ProofPart provedOn={account.emailVerifiedAt} />}
      </div>
      {account && <ChangePart account={account} email={user.email} />}
      {isError && !account && <NotArrived what="your address" onRetry={() => void refetch()} />}
    </div>
  )
}
