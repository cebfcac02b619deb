import { namesHash, namesKey, namesPassword, namesSecret } from './secret-names.ts'
import { REMOVED, withoutSecretText } from './secret-text.ts'

/** Limits that no real workflow reaches. */
const DEPTH_MAX = 32
const VALUES_MAX = 100_000
/** Shortest values that are treated as secrets or passwords. */
const SECRET_MIN_LENGTH = 8
const PASSWORD_MIN_LENGTH = 4
/** The smallest number that may be a password. */
const PIN_MIN = 1_000

/** Facts about a value that follow from its own name or the names of the objects around it. */
interface Context {
  isSecret: boolean
  isPassword: boolean
  isHash: boolean
}

/** Matches `C:\…`, `\\host\…`, `~/…`, `file:///…` and `/…/…`. Does not match paths of addresses or fractions. */
const paths =
  /(?<![\w.:/\\])(?:(?:file:\/\/|[A-Za-z]:|~[\w-]*|\\\\[\w.-]+)(?:[\\/]+[^\s\\/"'<>|*?][^\\/\r\n"'<>|*?]*)*|(?:[\\/]+[^\s\\/"'<>|*?][^\\/\r\n"'<>|*?]*)+)[\\/]+[^\s\\/"'<>|*?]*/g
const homes = /^(?:home|users|documents and settings)$/i

/**
 * Returns a workflow that can be shared: secrets become `"removed"`, and local paths lose their folders.
 *
 * @param workflows The first one is cleaned. Secrets named in the others are removed from it, too.
 * @returns `undefined` if there is none, or if it exceeds the limits.
 */
export function withoutSecrets(workflows: readonly object[]): unknown {
  const secrets = new Set<string>()
  let count = 0

  /** @param isSecret Whether the name of `value`, or of an object around it, says that it is a secret. */
  function collectSecrets(value: unknown, isSecret: boolean, depth: number): void {
    if (depth > DEPTH_MAX || ++count > VALUES_MAX) throw new RangeError('Larger than a workflow can be')
    if (typeof value === 'string') {
      if (isSecret && value.length >= SECRET_MIN_LENGTH) secrets.add(value)
    } else if (isNested(value)) {
      for (const [name, inner] of entriesOf(value))
        collectSecrets(inner, isSecret || namesKnownSecret(name, inner), depth + 1)
    }
  }

  function clean(value: unknown, context: Context): unknown {
    if (typeof value === 'string') return context.isSecret ? REMOVED : cleanString(value, context)
    if (typeof value === 'number') return context.isPassword && Math.abs(value) >= PIN_MIN ? REMOVED : value
    if (!isNested(value) || isLink(value)) return value
    const cleaned = entriesOf(value).map(([name, inner]) =>
      clean(inner, {
        isSecret: context.isSecret || isSecretNamed(name, inner),
        isPassword: context.isPassword || namesPassword(name),
        isHash: context.isHash || namesHash(name),
      }),
    )
    if (Array.isArray(value)) return cleaned
    const entries = Object.keys(value).map((name, at): [string, unknown] => [cleanString(name, context), cleaned[at]])
    return Object.fromEntries(withoutWidgets(entries, namesOfNode(value)))
  }

  function cleanString(text: string, context: Context): string {
    const known = longestFirst.reduce((left, secret) => left.replaceAll(secret, REMOVED), text)
    return withoutFolders(withoutSecretText(known, context))
  }

  let longestFirst: string[]
  try {
    for (const workflow of workflows) collectSecrets(workflow, false, 0)
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

/**
 * Returns the values of an object with their names. The second value of a pair such as `["password", …]` is named after
 * the first. In a pair such as `{"name": "Authorization", "value": …}`, `value` is named after the name in the pair.
 * Other values of a list have no name of their own.
 */
function entriesOf(value: object): [string, unknown][] {
  if (Array.isArray(value)) {
    const [first] = value as unknown[]
    const label = value.length === 2 && typeof first === 'string' && !/\s/.test(first) ? first : ''
    return value.map((inner, at) => [at === 1 ? label : '', inner])
  }
  const { name, key, header, label } = value as Record<string, unknown>
  const beside = [name, key, header, label].find(
    (each): each is string => typeof each === 'string' && namesSecret(each),
  )
  return Object.entries(value).map(([own, inner]) => [own === 'value' && beside ? beside : own, inner])
}

/** Whether an array is a link to the output of another node: `["12", 0]`. */
function isLink(value: object): boolean {
  return (
    Array.isArray(value) && value.length === 2 && /^\d{1,6}$/.test(String(value[0])) && typeof value[1] === 'number'
  )
}

/**
 * Whether a value is certainly a secret, and must therefore be removed wherever it occurs. Under an ambiguous name such
 * as `key`, a value counts only if it contains a digit. In lists of key–value pairs, `key` usually holds an ordinary
 * word.
 */
function namesKnownSecret(name: string, value: unknown): boolean {
  return namesSecret(name) || (isSecretNamed(name, value) && /\d/.test(String(value)))
}

/** Whether the name of a value says that it is a secret. */
function isSecretNamed(name: string, value: unknown): boolean {
  return namesSecret(name) || (namesKey(name) && couldBeSecret(value))
}

function couldBeSecret(value: unknown, minLength = SECRET_MIN_LENGTH): boolean {
  return typeof value === 'string' && value.length >= minLength && !/\s/.test(value)
}

/** Returns the names of a node: its type, its title, and the names of its inputs. */
function namesOfNode(node: object): { inputs: string[]; all: string[] } {
  const { inputs, type, class_type: kind, title, _meta: meta } = node as Record<string, unknown>
  const names = Array.isArray(inputs) ? inputs.map((input: { name?: unknown } | null) => String(input?.name)) : []
  const titles = [type, kind, title, (meta as { title?: unknown } | null | undefined)?.title]
  return { inputs: names, all: [...names, ...titles.filter((each) => typeof each === 'string')] }
}

/**
 * Removes the values of a node that asks for a secret. Such values may have no names. Each value without spaces that is
 * long enough could be the secret.
 */
function withoutWidgets(entries: [string, unknown][], names: { inputs: string[]; all: string[] }): [string, unknown][] {
  if (!names.inputs.some(namesKey) && !names.all.some(namesSecret)) return entries
  const minLength = names.all.some(namesPassword) ? PASSWORD_MIN_LENGTH : SECRET_MIN_LENGTH
  const hide = (each: unknown) => (couldBeSecret(each, minLength) ? REMOVED : each)
  return entries.map(([name, value]) => {
    if ((name !== 'widgets_values' && name !== 'inputs') || !isNested(value)) return [name, value]
    if (!Array.isArray(value))
      return [name, Object.fromEntries(Object.entries(value).map(([key, each]) => [key, hide(each)]))]
    return [name, name === 'widgets_values' ? value.map(hide) : value]
  })
}

export function withoutFolders(text: string): string {
  return text.replace(paths, (path) => {
    const parts = path.split(/[\\/]+/).filter(Boolean)
    // The name of a home folder is its owner's name, so `~` replaces it.
    return homes.test(parts.at(-2) ?? '') || parts.length === 1 ? '~' : (parts.at(-1) ?? '')
  })
}
