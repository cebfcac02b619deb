import { isIP } from 'node:net'
import { AppError } from '../errors/app-error.ts'

/**
 * The host that passkeys of this site are made for. A site has one, whichever address it is opened at: who has a passkey
 * could else be attacked by their password at another. Over http browsers allow passkeys at localhost only.
 */
export function relyingPartyId(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? new URL(publicUrl).hostname : 'localhost'
}

/**
 * The origin of the page that a browser must have shown when an authenticator signed.
 *
 * @param host As the request names it. Believed at localhost only, where the port may be that of a proxy.
 * @throws {AppError} CONFLICT where browsers allow no passkeys.
 */
export function passkeyOrigin(publicUrl: string, host = ''): string {
  const isHttps = publicUrl.startsWith('https:')
  const address = URL.parse(isHttps ? publicUrl : `http://${host}`)
  const canWork = isHttps ? !isAddress(address?.hostname) : address?.hostname === relyingPartyId(publicUrl)
  if (!address || !canWork) throw new AppError('CONFLICT', 'Passkeys need https or localhost.')
  return address.origin
}

const isAddress = (hostname = ''): boolean => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
