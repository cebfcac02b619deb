import { type Case, claimCase, unclaimCase } from '../../../../contract/moderation/cases.ts'
import { call } from '../../../net/api.ts'
import { toastFailure } from '../../../net/failure-toasts.ts'
import { useKeys } from '../../../page/keyboard/use-keys.ts'
import { useAction } from '../../../page/use-action.ts'
import { Button } from '../../../ui/button.tsx'
import { Key } from '../../../ui/key.tsx'
import { allCases } from '../cases/case.queries.ts'

/** Claims a case, so that two moderators do not work on it at once, and shows who has claimed it. */
export function ClaimButton({ shown: { id, claim, whyNot } }: { shown: Case }) {
  const isMine = claim?.isMine === true
  const { mutate, isPending } = useAction({
    mutationFn: async () => void (await call(isMine ? unclaimCase : claimCase, { params: { id } })),
    onError: toastFailure(isMine ? 'We couldn’t unassign the case' : 'We couldn’t assign the case to you'),
    affects: allCases,
  })
  const toggle = () => mutate()
  const mayToggle = isMine || (!claim && whyNot === null)
  useKeys({ c: mayToggle ? toggle : undefined })
  const until = claim && new Date(claim.until).toLocaleTimeString(undefined, { timeStyle: 'short' })
  return (
    <>
      <span role="status" className="text-small text-ink-muted">
        {claim && (
          <>
            Assigned to <bdi>{isMine ? 'you' : claim.name}</bdi> until {until}
          </>
        )}
      </span>
      {mayToggle && (
        <Button variant="ghost" pending={isPending} onClick={toggle}>
          {isMine ? 'Unassign' : 'Assign to me'}
          <Key name="c" />
        </Button>
      )}
    </>
  )
}
