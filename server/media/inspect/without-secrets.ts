import { kindsOfText } from '../../../contract/media/metadata/classify.ts'

/** Deeper, or longer, than anybody draws. */
const DEPTH_MAX = 32
const VALUES_MAX = 100_000
const REMOVED = 'removed'

const namesSecret = /api[_-]?key|access[_-]?key|token(?!iz|_norm)|secret|passw|credential|authoriz|bearer|cookie/i
/** Keys of services that begin with nothing of their own. */
const looksRandom = /(?=[A-Za-z]{0,31}\d)(?=\d{0,31}[A-Za-z])[A-Za-z0-9]{32}/
const SECRET_MIN_LENGTH = 8

/** `C:\…`, `\\host\…`, `~/…`, `file:///…`, `/…/…`; not what follows the host of an address, nor a fraction. */
const paths =
  /(?<![\w.:/\\])(?:(?:file:\/\/|[A-Za-z]:|~[\w-]*|\\\\[\w.-]+)(?:[\\/]+[^\s\\/"'<>|*?][^\\/\r\n"'<>|*?]*)*|(?:[\\/]+[^\s\\/"'<>|*?][^\\/\r\n"'<>|*?]*)+)[\\/]+[^\s\\/"'<>|*?]*/g
const homes = /^(?:home|users|documents and settings)$/i

/**
 * What of a workflow others may have: secret keys become `"removed"`, and of files and folders of somebody's computer only
 * their last names are left.
 *
 * @param workflows The one to share first; of the others the secrets that they name are looked for in it.
 * @returns `undefined` if there is none, or one larger than anybody draws.
 */
export function withoutSecrets(workflows: readonly object[]): unknown {
  const secrets = new Set<string>()
  let count = 0

  /** @param isSecret Whether what is in `value` is named as a secret. */
  function learn(value: unknown, isSecret: boolean, depth: number): void {
    if (depth > DEPTH_MAX || ++count > VALUES_MAX) throw new RangeError('Larger than anybody draws')
    if (typeof value === 'string') {
      if (isSecret && value.length >= SECRET_MIN_LENGTH) secrets.add(value)
    } else if (isNested(value)) {
      for (const [name, inner] of entriesOf(value)) learn(inner, isSecret || namesSecret.test(name), depth + 1)
    }
  }

  function clean(value: unknown, name: string, isSecret: boolean): unknown {
    if (typeof value === 'string') return isSecret || isTelling(name, value) ? REMOVED : withoutFolders(value)
    if (!isNested(value) || isLink(value)) return value
    const isKey = (key: string) => isSecret || namesSecret.test(key)
    if (Array.isArray(value)) return value.map((inner) => clean(inner, name, isSecret))
    const cleaned = Object.entries(value).map(([key, inner]) => [withoutFolders(key), clean(inner, key, isKey(key))])
    return Object.fromEntries(hidesWidget(value) ? withoutWidgets(cleaned as [string, unknown][]) : cleaned) as object
  }

  const isTelling = (name: string, value: string) =>
    kindsOfText(`${name}: ${value}`).includes('secret') ||
    looksRandom.test(value) ||
    secrets.values().some((secret) => value.includes(secret))

  try {
    for (const workflow of workflows) learn(workflow, false, 0)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
  return workflows[0] && clean(workflows[0], '', false)
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** What stands in a list has the name of the list. */
function entriesOf(value: object): [string, unknown][] {
  return Array.isArray(value) ? value.map((inner) => ['', inner]) : Object.entries(value)
}

/** To the output of another node: `["12", 0]`. */
function isLink(value: object): boolean {
  return (
    Array.isArray(value) && value.length === 2 && /^\d{1,6}$/.test(String(value[0])) && typeof value[1] === 'number'
  )
}

/** Whether a node as it was drawn has a secret among its values, which stand in a list without names. */
function hidesWidget(value: object): boolean {
  const { inputs } = value as { inputs?: unknown }
  return (
    Array.isArray(inputs) && inputs.some((input: { name?: unknown } | null) => namesSecret.test(String(input?.name)))
  )
}

/** What could be it: a word that is long enough. */
function withoutWidgets(entries: [string, unknown][]): [string, unknown][] {
  const couldBeSecret = (value: unknown) =>
    typeof value === 'string' && value.length >= SECRET_MIN_LENGTH && !/\s/.test(value)
  return entries.map(([key, value]) =>
    key === 'widgets_values' && Array.isArray(value)
      ? [key, value.map((each: unknown) => (couldBeSecret(each) ? REMOVED : each))]
      : [key, value],
  )
}

export function withoutFolders(text: string): string {
  return text.replace(paths, (path) => {
    const parts = path.split(/[\\/]+/).filter(Boolean)
    // A home folder is called by its owner's name.
    return homes.test(parts.at(-2) ?? '') || parts.length === 1 ? '~' : (parts.at(-1) ?? '')
  })
}
