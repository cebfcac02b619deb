import type { Statement } from '../../../../contract/moderation/appeals.ts'
import { formatDay } from '../../../format/day.ts'

/** Maximum length of a title or a comment that is quoted in a sentence, in characters. */
const SUBJECT_MAX_LENGTH = 60

/** Returns the latest change of a decision as a sentence for the banner: `The moderators hid your clip “Dunes”.` */
export function announce(statement: Statement): string {
  const { appeal, lifted, state, measure, kind } = statement
  const thing = thingOf(statement)
  if (appeal?.outcome && !lifted) return `The moderators answered your appeal about ${thing}.`
  if (state === 'reversed') return `The moderators reversed their decision about ${thing}.`
  if (measure === 'hide') return `The moderators ${statement.isPermanent ? 'removed' : 'hid'} ${thing}.`
  if (measure === 'warn') return `The moderators warned you${kind === 'account' ? '' : ` about ${thing}`}.`
  const cause = kind === 'account' ? '' : ` because of ${thing}`
  return `The moderators ${measure === 'suspend' ? 'suspended' : 'restricted'} your account${cause}.`
}

export function headingOf(statement: Statement): string {
  const { measure, kind, isPermanent } = statement
  const thing = thingOf(statement)
  if (measure === 'hide') return `${thing.replace(/^y/, 'Y')} was ${isPermanent ? 'permanently removed' : 'hidden'}`
  if (measure === 'warn') return `You were warned${kind === 'account' ? '' : ` about ${thing}`}`
  const cause = kind === 'account' ? '' : ` because of ${thing}`
  return `Your account was ${measure === 'suspend' ? 'suspended' : 'restricted'}${cause}`
}

/** Returns the consequences of the enforcement while it is in force. */
export function meaningOf({ measure, until, isPermanent }: Statement): string {
  if (isPermanent) return 'The clip and its file were deleted, and the same file cannot be published here again.'
  const length = until ? `Until ${formatDay(until)},` : 'Until the moderators lift this,'
  if (measure === 'hide') return 'Only you and the moderators can see it. Nothing was deleted.'
  if (measure === 'restrict') {
    return `${length} you can browse, but can’t publish, comment or edit. What you’ve published stays.`
  }
  if (measure === 'suspend') {
    return `${length} your profile, clips and comments are hidden, and you can’t publish, comment or edit. Nothing was deleted.`
  }
  return 'This is only a warning. You can keep using your account as usual.'
}

export const stateTexts: Record<Statement['state'], string> = {
  'in-force': 'In force',
  over: 'Ended',
  reversed: 'Reversed',
}

export const sourceTexts: Record<Statement['source'], string> = {
  report: 'After a report.',
  notice: 'After a legal notice.',
  own: 'The moderators noticed it themselves.',
}

export const detectedTexts: Record<Statement['detected'], string> = {
  person: 'Found and decided by people, not software.',
  hold: 'An automatic filter kept it from being published until a moderator reviewed it. A person made the decision.',
}

function thingOf({ kind, subject }: Statement): string {
  if (kind === 'account') return 'your account'
  const thing = kind === 'video' ? 'your clip' : 'your comment'
  // The quotation is stored for a limited time. After that, `subject` is empty.
  return subject ? `${thing} “${shorten(subject)}”` : thing
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  return characters.length <= SUBJECT_MAX_LENGTH
    ? line
    : `${characters
        .slice(0, SUBJECT_MAX_LENGTH - 1)
        .join('')
        .trimEnd()}…`
}
