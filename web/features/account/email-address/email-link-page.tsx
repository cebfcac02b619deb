import { useState } from 'react'
import { redeemEmailToken, type EmailOutcome } from '../../../../contract/account/email-address.ts'
import { codeOf, failureMessage } from '../../../net/api-error.ts'
import { call } from '../../../net/api.ts'
import { useAction } from '../../../page/use-action.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { accountAndUser } from '../../../viewer/account.queries.ts'
import { createLinkToken, useLinkToken } from '../../../viewer/link-token.ts'
import { InvalidLink } from '../recovery/invalid-link.tsx'

const emailToken = createLinkToken('email')

/** The question that each kind of link shows before it is used. */
const questions: Record<string, { heading: string; sentence: string; button: string }> = {
  verify: {
    heading: 'Confirm your address',
    sentence:
      'This makes sure the account is yours alone: your other devices are signed out, and existing passkeys and recovery codes stop working.',
    button: 'Confirm',
  },
  change: {
    heading: 'Use this address',
    sentence: 'Your account will use the address this email was sent to. You’ll sign in with it from now on.',
    button: 'Change my address',
  },
  undo: {
    heading: 'Take your account back',
    sentence:
      'You’ll be signed out everywhere, and you’ll use this address to sign in again. Passkeys and recovery codes added after the change or in the week before it are removed. Your password stops working too, because someone else may know it: we’ll email you a link to choose a new one.',
    button: 'Take my account back',
  },
}

/**
 * `/auth/email#KIND.TOKEN`: the page that links in e-mails open. Loading it does not consume the token, because mail
 * scanners open every link and some of them run scripts. Only pressing the button consumes it.
 */
export function EmailLinkPage() {
  const link = useLinkToken(emailToken)
  const [used, setUsed] = useState<{ link: string; outcome?: EmailOutcome }>()
  const [kind = '', token] = link?.split('.') ?? []
  const question = Object.hasOwn(questions, kind) ? questions[kind] : undefined
  // Another link may have been opened since.
  const isUsed = used !== undefined && used.link === link
  if (isUsed && used.outcome) return <Notice {...outcomes[used.outcome]} />
  if (!link || !token || !question || isUsed) {
    return <InvalidLink isComplete={isUsed} link={['/settings/email', 'Go to your settings']} />
  }
  const settle = (outcome?: EmailOutcome) => {
    emailToken.discard()
    setUsed({ link, ...(outcome && { outcome }) })
  }
  return <Question key={link} {...question} token={token} onSettled={settle} />
}

interface QuestionProps {
  heading: string
  sentence: string
  button: string
  token: string
  /** Called without an outcome if the link is invalid. */
  onSettled: (outcome?: EmailOutcome) => void
}

function Question({ heading, sentence, button, token, onSettled }: QuestionProps) {
  const use = useAction({
    mutationFn: () => call(redeemEmailToken, { body: { token } }),
    onSuccess: ({ outcome }) => onSettled(outcome),
    onError: (error) => codeOf(error) === 'NOT_FOUND' && onSettled(),
    affects: accountAndUser,
  })
  return (
    <Notice title={heading} sentence={sentence}>
      {use.error && <Problem>{failureMessage(use.error)}</Problem>}
      <Button variant="primary" pending={use.isPending} onClick={() => use.mutate()}>
        {button}
      </Button>
      <ButtonLink href="/" variant="ghost">
        Not now
      </ButtonLink>
    </Notice>
  )
}

const outcomes: Record<EmailOutcome, { title: string; sentence: string; link: [href: string, label: string] }> = {
  verified: {
    title: 'Your address is confirmed',
    sentence: 'If you ever forget your password, we can email you a reset link.',
    link: ['/settings/email', 'Go to your settings'],
  },
  changed: {
    title: 'Your email address was changed',
    sentence:
      'You’ll sign in with it from now on. If your old address was confirmed, we may have emailed it a link to undo this. The link works for a week.',
    link: ['/settings/email', 'Go to your settings'],
  },
  undone: {
    title: 'Your account is yours again',
    sentence: 'You’ve been signed out everywhere. Open the email we just sent and choose a new password.',
    link: ['/auth/forgot', 'I didn’t get an email'],
  },
}
