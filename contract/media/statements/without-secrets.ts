import { namesHash, namesKey, namesPassword, namesSecret } from './secret-names.ts'
import { REMOVED, withoutSecretText } from './secret-text.ts'

/** Limits that no workflow of a person reaches. */
const DEPTH_MAX = 32
const VALUES_MAX = 100_000
const SECRET_MIN_LENGTH = 8
/** A smaller number is no password. */
const PIN_MIN = 1_000

/** Facts that the names above a value state about it. */
interface Context {
  isSecret: boolean
  isPassword: boolean
  isHash: boolean
}

/** `C:\…`, `\\host\…`, `~/…`, `file:///…`, `/…/…`; not what follows the host of an address, nor a fraction. */
const paths =
  /(?<![\w.:/\\])(?:(?:file:\/\/|[A-Za-z]:|~[\w-]*|\\\\[\w.-]+)(?:[\\/]+[^\s\\/"'<>|*?][^\\/\r\n"'<>|*?]*)*|(?:[\\/]+[^\s\\/"'<>|*?][^\\/\r\n"'<>|*?]*)+)[\\/]+[^\s\\/"'<>|*?]*/g
const homes = /^(?:home|users|documents and settings)$/i

/**
 * Cleans a workflow for others: secrets become `"removed"`, and paths on the creator's computer lose their folders.
 *
 * @param workflows The first is cleaned. Secrets that the others name are removed from it, too.
 * @returns `undefined` if there is none, or one beyond the limits.
 */
export function withoutSecrets(workflows: readonly object[]): unknown {
  const secrets = new Set<string>()
  let count = 0

  /** @param isSecret Whether the name of `value`, or of what holds it, says that it is a secret. */
  function learn(value: unknown, isSecret: boolean, depth: number): void {
    if (depth > DEPTH_MAX || ++count > VALUES_MAX) throw new RangeError('Larger than a workflow can be')
    if (typeof value === 'string') {
      if (isSecret && value.length >= SECRET_MIN_LENGTH) secrets.add(value)
    } else if (isNested(value)) {
      for (const [name, inner] of entriesOf(value)) learn(inner, isSecret || namesKnownSecret(name, inner), depth + 1)
    }
  }

  function clean(value: unknown, context: Context): unknown {
    if (typeof value === 'string') return context.isSecret ? REMOVED : cleanText(value, context)
    if (typeof value === 'number') return context.isPassword && Math.abs(value) >= PIN_MIN ? REMOVED : value
    if (!isNested(value) || isLink(value)) return value
    if (Array.isArray(value)) return value.map((inner) => clean(inner, context))
    const cleaned = Object.entries(value).map(([name, inner]): [string, unknown] => [
      cleanText(name, context),
      clean(inner, {
        isSecret: context.isSecret || isSecretNamed(name, inner),
        isPassword: context.isPassword || namesPassword(name),
        isHash: context.isHash || namesHash(name),
      }),
    ])
    return Object.fromEntries(holdsSecret(value) ? withoutWidgets(cleaned) : cleaned)
  }

  function cleanText(text: string, context: Context): string {
    const known = longestFirst.reduce((left, secret) => left.replaceAll(secret, REMOVED), text)
    return withoutFolders(withoutSecretText(known, context))
  }

  let longestFirst: string[]
  try {
    for (const workflow of workflows) learn(workflow, false, 0)
    longestFirst = [...secrets].toSorted((one, other) => other.length - one.length)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
  return workflows[0] && clean(workflows[0], { isSecret: false, isPassword: false, isHash: false })
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** The values in an object by their names. The values in a list have the name of the list. */
function entriesOf(value: object): [string, unknown][] {
  return Array.isArray(value) ? value.map((inner) => ['', inner]) : Object.entries(value)
}

/** To the output of another node: `["12", 0]`. */
function isLink(value: object): boolean {
  return (
    Array.isArray(value) && value.length === 2 && /^\d{1,6}$/.test(String(value[0])) && typeof value[1] === 'number'
  )
}

/** Whether a value is a secret that is looked for elsewhere, too. The keys of a list are words without digits. */
function namesKnownSecret(name: string, value: unknown): boolean {
  return namesSecret(name) || (isSecretNamed(name, value) && /\d/.test(String(value)))
}

/** Whether a value is a secret by its name. */
function isSecretNamed(name: string, value: unknown): boolean {
  return namesSecret(name) || (namesKey(name) && couldBeSecret(value))
}

function couldBeSecret(value: unknown): boolean {
  return typeof value === 'string' && value.length >= SECRET_MIN_LENGTH && !/\s/.test(value)
}

/** Whether a node asks for a secret: by its kind, its title, or the names of its values. */
function holdsSecret(node: object): boolean {
  const { inputs, type, class_type: kind, title, _meta: meta } = node as Record<string, unknown>
  const names = Array.isArray(inputs) ? inputs.map((input: { name?: unknown } | null) => String(input?.name)) : []
  const titles = [type, kind, title, (meta as { title?: unknown } | null | undefined)?.title]
  return names.some(namesKey) || [...names, ...titles].some((name) => typeof name === 'string' && namesSecret(name))
}

/** Removes the words that could be the secret of a node, whose values stand in a list without names. */
function withoutWidgets(entries: [string, unknown][]): [string, unknown][] {
  const hide = (each: unknown) => (couldBeSecret(each) ? REMOVED : each)
  return entries.map(([name, value]) => {
    if (name === 'widgets_values' && Array.isArray(value)) return [name, value.map(hide)]
    if (name !== 'inputs' || !isNested(value) || Array.isArray(value)) return [name, value]
    return [name, Object.fromEntries(Object.entries(value).map(([key, each]) => [key, hide(each)]))]
  })
}

export function withoutFolders(text: string): string {
  return text.replace(paths, (path) => {
    const parts = path.split(/[\\/]+/).filter(Boolean)
    // A home folder is called by its owner's name.
    return homes.test(parts.at(-2) ?? '') || parts.length === 1 ? '~' : (parts.at(-1) ?? '')
  })
}
