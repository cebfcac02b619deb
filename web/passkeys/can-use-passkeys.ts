/** Returns why passkeys cannot be used at this address or in this browser, `undefined` if they can. */
export function findPasskeyProblem(): string | undefined {
  // Browsers accept no passkeys for IP addresses.
  if (!isSecureContext || isIpAddress(location.hostname)) return 'Passkeys need https or localhost.'
  return 'PublicKeyCredential' in window ? undefined : 'This browser can’t use passkeys.'
}

/** Whether the browser can offer passkeys as autofill. */
export async function canOfferInField(): Promise<boolean> {
  if (findPasskeyProblem() !== undefined) return false
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false
}

function isIpAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^[\d.]+$/.test(hostname)
}
