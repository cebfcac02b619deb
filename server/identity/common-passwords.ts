import { PASSWORD_MIN_LENGTH } from '../../contract/account/sign-in.ts'
import { AppError } from '../errors/app-error.ts'

/** By what somebody is known, which attackers try before any list. */
interface Names {
  email: string
  username: string | null
}

const SITE_NAME = 'reverie'

/** Of shorter names, letters that happen to be the same would be refused. */
const NAME_MIN_LENGTH = 3

const LISTED_ON_PAGES = 5_000

let loading: Promise<ReadonlySet<string>> | undefined

/**
 * Whether attackers try `password` first: it is among the 42,692 most common ones, in whatever case, or it is the name of
 * the site or of the person, also between digits and signs (`ada1990!`).
 */
export async function isCommonPassword(password: string, person: Names): Promise<boolean> {
  const typed = password.toLowerCase()
  const bare = withoutEnds(typed)
  const isName = namesOf(person).some((name) => typed === name || (bare !== '' && bare === withoutEnds(name)))
  // The list takes some 60 ms and 5 MB, once for the process: at the first password, not at the start.
  loading ??= loadList()
  return isName || (await loading).has(typed)
}

/**
 * For a new password of somebody who has an account. Registering takes any, as the specification has it.
 *
 * @param path The field of the body that it came in.
 * @throws {AppError} VALIDATION_FAILED.
 */
export async function refuseCommonPassword(password: string, person: Names, path: string): Promise<void> {
  if (!(await isCommonPassword(password, person))) return
  const message = 'Attackers try this one first: it is common, or close to your name. Please choose another.'
  throw new AppError('VALIDATION_FAILED', message, { issues: [{ path, message }] })
}

/** The commonest of the list, for pages: the whole of it would be two megabytes. */
export async function listCommonPasswords(): Promise<string[]> {
  loading ??= loadList()
  return [...(await loading)].slice(0, LISTED_ON_PAGES)
}

function namesOf({ email, username }: Names): string[] {
  const local = email.slice(0, email.lastIndexOf('@'))
  return [SITE_NAME, username ?? '', email, local]
    .map((name) => name.toLowerCase())
    .filter((name) => name.length >= NAME_MIN_LENGTH)
}

/** Without what people put around a word to make it a password. */
function withoutEnds(text: string): string {
  const bare = text.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return bare.length >= NAME_MIN_LENGTH ? bare : ''
}

async function loadList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(({ length }) => length >= PASSWORD_MIN_LENGTH))
}
