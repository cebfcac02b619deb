import type { SiteSettings } from '../../../../../contract/site/settings.ts'
import type { Icon } from './icon-field.tsx'
import { readLines, writeLines } from './link-lines.ts'
import type { TypedRule } from './rule-fields.tsx'

export type Fields = ReturnType<typeof toFields>

export function changedSettings(before: object, after: object): Record<string, unknown> {
  const known = new Map(Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]))
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== known.get(name)))
}

export function pick(fields: Fields, names: string[]): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
}

/** Returns the values of the form's fields. A list has one item per line. */
export function toFields(saved: SiteSettings) {
  return {
    ...saved,
    icon: saved.icon as Icon,
    heldWords: saved.heldWords.join('\n'),
    blockedEmailDomains: saved.blockedEmailDomains.join('\n'),
    blockedNetworks: saved.blockedNetworks.join('\n'),
    blockedLinkDomains: saved.blockedLinkDomains.join('\n'),
    contact: saved.contact ?? '',
    alertWebhook: saved.alertWebhook ?? '',
    accentColour: saved.accentColour ?? '',
    registrationsPerHour: String(saved.registrationsPerHour),
    backupDays: String(saved.backupDays),
    storageLimitGb: String(saved.storageLimitGb),
    ticker: writeLines(saved.ticker),
    footerLinks: writeLines(saved.footerLinks),
    ownRules: currentRules(saved),
  }
}

/** Returns the added rules without those that were removed. */
function currentRules({ ownRules }: SiteSettings): TypedRule[] {
  return ownRules.flatMap(({ key, title, text, isRetired }) => (isRetired ? [] : { key, title, text }))
}

export function toSettings(fields: Fields) {
  return {
    ...fields,
    icon: fields.icon instanceof File ? placeholderOf(fields.icon) : fields.icon,
    heldWords: fields.heldWords.split('\n'),
    blockedEmailDomains: fields.blockedEmailDomains.split('\n'),
    blockedNetworks: fields.blockedNetworks.split('\n'),
    blockedLinkDomains: fields.blockedLinkDomains.split('\n'),
    registrationsPerHour: Number(fields.registrationsPerHour),
    backupDays: Number(fields.backupDays),
    storageLimitGb: Number(fields.storageLimitGb),
    ticker: readLines(fields.ticker),
    footerLinks: readLines(fields.footerLinks),
  }
}

/** Returns a placeholder for a file until it is uploaded. */
function placeholderOf({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`
}
