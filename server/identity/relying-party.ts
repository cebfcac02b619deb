import { isIP } from 'node:net'
import { AppError } from '../errors/app-error.ts'

/**
 * Returns the host that passkeys of this site belong to. There is only one, even if the site is opened at another
 * address. Otherwise an attacker with the password could use another address to avoid the passkey. Over http, browsers
 * allow passkeys at localhost only.
 */
export function relyingPartyId(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? new URL(publicUrl).hostname : 'localhost'
}

/**
 * Returns the origin of the page that must have requested an authenticator's signature.
 *
 * @param host From the request. Trusted at localhost only, where the port may belong to a proxy.
 * @throws {AppError} CONFLICT if browsers allow no passkeys here.
 */
export function passkeyOrigin(publicUrl: string, host = ''): string {
  const isHttps = publicUrl.startsWith('https:')
  const address = URL.parse(isHttps ? publicUrl : `http://${host}`)
  const canWork = isHttps ? !isAddress(address?.hostname) : address?.hostname === relyingPartyId(publicUrl)
  if (!address || !canWork) throw new AppError('CONFLICT', 'Passkeys need https or localhost.')
  return address.origin
}

const isAddress = (hostname = ''): boolean => isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
