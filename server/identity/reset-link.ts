import type { Db } from '../db/connect.ts'
import { drawToken } from './tokens.ts'

/**
 * The address at which somebody sets a new password, good for 30 minutes, once; an earlier one is void. What it opens
 * with stands in the fragment, which browsers send nowhere.
 *
 * @param whose `email`: where it is sent, if it is; it is void once the account has another. `withoutCode`: whether it
 *   asks for no recovery code, however the account signs in.
 */
export async function drawResetLink(
  tx: Db,
  publicUrl: string,
  whose: { userId: string; email?: string; withoutCode?: boolean },
): Promise<string> {
  return `${publicUrl}/auth/reset#${await drawToken(tx, 'reset', whose)}`
}
