import { formatDay } from '../../../format/day.ts'
import { Button } from '../../../ui/button.tsx'
import { useSendVerification } from './email.queries.ts'

/** Shows whether the e-mail address is confirmed, and offers to confirm it. */
export function ProofPart({ provedOn }: { provedOn: string | null }) {
  const { mutate, isPending } = useSendVerification()
  if (provedOn) return <p className="mt-2 text-ink-muted">Confirmed on {formatDay(provedOn)}.</p>
  return (
    <>
      <p className="mt-2 max-w-[52ch] text-ink-muted">
        Not confirmed yet. Open the link in the email we sent you. Confirming signs out your other devices and removes
        existing passkeys and recovery codes, so confirm before you add any.
      </p>
      <Button className="mt-4" pending={isPending} onClick={() => mutate()}>
        Send it again
      </Button>
    </>
  )
}
