import { whyFailed } from '../net/why-failed.ts'

/** By the names that the browser gives to what went wrong with an authenticator. */
const sentences: Record<string, string> = {
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'Passkeys work only at the address that this site was set up for.',
  ConstraintError: 'This device can’t check that it’s you. Set up a screen lock or a PIN, or use another device.',
  NotSupportedError: 'This device can’t make passkeys. Use another one.',
  // Closed, or not answered: browsers tell no more.
  NotAllowedError: 'Your browser or your device stopped it. Nothing has changed.',
}

/** What to say when an authenticator, the browser or the server refused; `undefined` if something newer took its place. */
export function describeFailure(error: Error): string | undefined {
  if (error.name === 'AbortError') return undefined
  return sentences[error.name] ?? whyFailed(error)
}
