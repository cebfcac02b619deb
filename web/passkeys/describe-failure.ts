import { failureMessage } from '../net/api-error.ts'

/** Messages by the name of the browser's WebAuthn error. */
const sentences: Record<string, string> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys work only at the address this site was set up for.',
  ConstraintError: 'This device can’t check that it’s you. Set up a screen lock or a PIN, or use another device.',
  NotSupportedError: 'This device can’t create passkeys. Use another one.',
  // The user closed the dialog or did not respond in time. Browsers do not distinguish the two.
  NotAllowedError: 'Cancelled or timed out. Nothing was changed.',
}

/** Returns the message for a failed passkey request, `undefined` if a newer request replaced it. */
export function describeFailure(error: Error): string | undefined {
  if (error.name === 'AbortError') return undefined
  return sentences[error.name] ?? failureMessage(error)
}
