import { whyFailed } from '../net/why-failed.ts'

/** Messages by the name of the browser's WebAuthn error. */
const sentences: Record<string, string> = {
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'Passkeys work only at the address that this site was set up for.',
  ConstraintError: 'This device can’t check that it’s you. Set up a screen lock or a PIN, or use another device.',
  NotSupportedError: 'This device can’t make passkeys. Use another one.',
  // The user closed the dialog or did not respond in time. Browsers do not distinguish the two.
  NotAllowedError: 'Your browser or your device stopped it. Nothing has changed.',
}

/** Returns the message for a failed passkey request, `undefined` if a newer request replaced it. */
export function describeFailure(error: Error): string | undefined {
  if (error.name === 'AbortError') return undefined
  return sentences[error.name] ?? whyFailed(error)
}
