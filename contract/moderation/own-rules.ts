import * as z from 'zod/mini'
import { keyWithOwnRules } from '../fields.ts'
import { cleanLine, cleanText, isStorable, isVisible, NOT_STORABLE } from '../visible.ts'
import { type OwnRuleKey, rules } from './rules.ts'

/** Rules that an admin adds to the standard ones. */

export const OWN_RULES_MAX = 10
export const RULE_TITLE_MAX_LENGTH = 60
export const RULE_TEXT_MAX_LENGTH = 500

/** An added rule. Decisions keep the name and the text that it had on their day. */
export const OwnRule = z.object({
  key: keyWithOwnRules<OwnRuleKey>([], 'This is not the key of an added rule'),
  title: z.string(),
  /** Empty once the rule is retired. */
  text: z.string(),
  /** Whether an admin removed it. Earlier reports and decisions still name it. */
  isRetired: z.boolean(),
})
export type OwnRule = z.output<typeof OwnRule>

const words = z.string('Please enter text').check(z.refine(isStorable, NOT_STORABLE))
const Name = z.pipe(
  words,
  // Two names that differ only in the number of spaces would look the same.
  z.transform((typed: string) => cleanLine(typed).replaceAll(/\s+/g, ' ')),
)

/** The new name and text of the rule with this key. A rule without a key is new. */
const OwnRuleChange = z
  .strictObject({
    key: z.optional(z.nullable(OwnRule.shape.key)),
    title: Name,
    text: z.pipe(words, z.transform(cleanText)),
  })
  .check(
    z.refine(({ title }) => isVisible(title), {
      path: ['title'],
      error: 'An added rule has no name. Please enter one, or remove the rule.',
      abort: true,
    }),
    z.refine(({ title }) => title.length <= RULE_TITLE_MAX_LENGTH, {
      path: ['title'],
      error: ({ input }) =>
        `The name of the rule “${titleOf(input)}” has ${lengthOf(input, 'title')} characters. Please use at most ${RULE_TITLE_MAX_LENGTH}.`,
    }),
    z.refine(({ text }) => isVisible(text), {
      path: ['text'],
      error: ({ input }) => `The rule “${titleOf(input)}” has no text. Please enter one.`,
      abort: true,
    }),
    z.refine(({ text }) => text.length <= RULE_TEXT_MAX_LENGTH, {
      path: ['text'],
      error: ({ input }) =>
        `The text of the rule “${titleOf(input)}” has ${lengthOf(input, 'text')} characters. Please use at most ${RULE_TEXT_MAX_LENGTH}.`,
    }),
  )

const titleOf = (input: unknown) => (input as OwnRule).title.slice(0, 20)
const lengthOf = (input: unknown, name: 'title' | 'text') => (input as OwnRule)[name].length

/** All added rules, in their new order. A rule that is missing from the list is removed. */
export const OwnRulesChange = z.array(OwnRuleChange).check(
  z.maxLength(OWN_RULES_MAX, {
    error: ({ input }) => `There are ${(input as []).length} added rules. Please use at most ${OWN_RULES_MAX}.`,
  }),
  z.refine((added) => findRepeated(added.map(({ title }) => title)) === undefined, {
    error: ({ input }) =>
      `Another rule is already named “${findRepeated((input as OwnRule[]).map(({ title }) => title))}”. Please choose another name.`,
  }),
  z.refine((added) => findRepeated(added.flatMap(({ key }) => key ?? [])) === undefined, {
    error: ({ input }) =>
      `The key ${findRepeated((input as OwnRule[]).flatMap(({ key }) => key ?? []))} is used twice. Please leave it out for new rules.`,
  }),
)
export type OwnRulesChange = z.output<typeof OwnRulesChange>

/** Returns the first name that repeats an earlier name or that of a standard rule, regardless of case. */
function findRepeated(names: string[]): string | undefined {
  const seen = new Set<string>(Object.values(rules).map(({ title }) => title.toLowerCase()))
  return names.find((name) => {
    if (seen.has(name.toLowerCase())) return true
    seen.add(name.toLowerCase())
    return false
  })
}
