import { isStaff, type Person } from '../../../access/can.ts'
import { AppError } from '../../../errors/app-error.ts'
import { namesDomain } from './find-domain.ts'

/** Admin settings about links. */
export interface LinkSettings {
  read(): Promise<{ blockedLinkDomains: readonly string[] }>
}

/**
 * Refuses texts that name a domain that admins have blocked, unless staff wrote them. The message does not name the
 * domain, which makes it harder for spammers to find out which domains are blocked.
 *
 * @param texts The texts by the name of their field. Values that are not texts are ignored.
 * @throws {AppError} VALIDATION_FAILED
 */
export async function refuseBlockedLinks(settings: LinkSettings, author: Person, texts: object): Promise<void> {
  if (isStaff(author)) return
  const { blockedLinkDomains } = await settings.read()
  const message = 'Please remove the links from this text'
  const issues = Object.entries(texts)
    .filter(([, text]) => typeof text === 'string' && namesDomain(text, blockedLinkDomains))
    .map(([path]) => ({ path, message }))
  if (issues.length > 0) throw new AppError('VALIDATION_FAILED', message, { issues })
}
