import { PASSWORD_MIN_LENGTH } from '../../contract/account/sign-in.ts'
import { once } from '../concurrency/once.ts'
import { invalidField } from '../errors/app-error.ts'

/** Names of a person, which attackers try before any list. */
interface Names {
  email: string
  username: string | null
}

const SITE_NAME = 'reverie'

/** Minimum length of a name. Passwords may contain the letters of a shorter name by chance. */
const NAME_MIN_LENGTH = 3

const LISTED_ON_PAGES = 5_000

/** Loads the list, which takes 60 ms and 5 MB, once per process: at the first password, not at the start. */
const loadList = once(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN_LENGTH))
})

/**
 * Whether attackers try `password` first. It is one of 42,692 common passwords, in any case, or the name of the site,
 * the username or the e-mail address. Digits and punctuation around a name do not help (`ada1990!`).
 */
export async function isCommonPassword(password: string, person: Names): Promise<boolean> {
  const typed = password.toLowerCase()
  const bare = withoutEnds(typed)
  const isName = namesOf(person).some((name) => typed === name || (bare !== '' && bare === withoutEnds(name)))
  return isName || (await loadList()).has(typed)
}

/**
 * Checks a new password of an existing account. Registration accepts any password, as the specification says.
 *
 * @param path The field of the body that contains it.
 * @throws {AppError} VALIDATION_FAILED.
 */
export async function refuseCommonPassword(password: string, person: Names, path: string): Promise<void> {
  if (!(await isCommonPassword(password, person))) return
  const message = 'This password is easy to guess: it’s common or close to your name. Please choose another.'
  throw invalidField(path, message)
}

/** Returns the most common passwords of the list, for use in pages. The whole list would be 0.4 MB. */
export async function listCommonPasswords(): Promise<string[]> {
  return [...(await loadList())].slice(0, LISTED_ON_PAGES)
}

function namesOf({ email, username }: Names): string[] {
  const local = email.slice(0, email.lastIndexOf('@'))
  return [SITE_NAME, username ?? '', email, local]
    .map((name) => name.toLowerCase())
    .filter((name) => name.length >= NAME_MIN_LENGTH)
}

/** Removes the characters that people add around a word to make it a password. */
function withoutEnds(text: string): string {
  const bare = text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return bare.length >= NAME_MIN_LENGTH ? bare : ''
}
