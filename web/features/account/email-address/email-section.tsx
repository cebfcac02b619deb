import { useQuery } from '@tanstack/react-query'
import type { OwnUser } from '../../../../contract/social/profiles.ts'
import { NotArrived } from '../../../ui/notice.tsx'
import { accountQuery } from '../../../viewer/account.queries.ts'
import { ChangePart } from './change-part.tsx'
import { ProofPart } from './proof-part.tsx'

/** The address of an account: whether letters reach it, and another in its place. */
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
