import { namesHash, namesKey, namesPassword, namesSecret } from './secret-names.ts'

export const REMOVED = 'removed'

/** Patterns of secrets that have a recognisable form. The first group of a match is kept, the rest is removed. */
const forms: RegExp[] = [
  /()-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
  // Pictures in the text, whose encoded bytes look like keys.
  /()\bdata:[\w/+.-]{1,100};base64,[\w+/=-]*/g,
  // Addresses of webhooks: anyone who knows such an address can post to a chat.
  /(https?:\\?\/\\?\/[^\s"'/\\]{0,100}hooks?\b[^\s"'/\\]{0,100}\\?\/)[^\s"'<>]+/gi,
  /(\\?\/webhooks?\\?\/)[^\s"'<>]+/gi,
  /()\beyJ[\w-]{8,}(?:\.[\w-]*){1,4}/g,
  /()\b[MNO][\w-]{22,27}\.[\w-]{6,7}\.[\w-]{27,}/g,
  /()\b(?:[rsp]k[-_]|hf_|r8_|gh[opsur]_|github_pat_|gl(?:pat|dt|rt)-|xox[a-z]-|xapp-|gsk_|xai-|pplx-|fw_|rpa_|luma-|tvly-|comfyui-|npm_|pypi-|dop_v1_|shp[a-z]{2}_|sq0[a-z]{3}-|secret_|ntn_|lin_api_|sbp_|whsec_|tskey-|hvs\.|AGE-SECRET-KEY-|nvapi-|sntry[a-z]_|PMAK-|GOCSPX-|ya29\.)(?=[\w.-]*\d)[\w.-]{12,}/g,
  /()\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
  /()\bAIza[\w-]{30,}/g,
  /()\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  /()\b(?:SK|dapi|key-)[0-9a-f]{32}\b/g,
  /()\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:[0-9a-f]{16,}/gi,
  /()\b(?:bot)?\d{8,10}:[\w-]{32,40}\b/g,
  // Options of a program, and parts of an address.
  /((?<![\w-])--(?:[a-z\d]+[-_])*(?:password|passwd|passphrase|pass|pwd|token|secret|(?:api|access|secret|private)[-_]?key)[\s=]+["']?)[^\s"']{4,}/gi,
  /((?<![\w-])(?:-u|--user)[\s=]+["']?)[\w.@+-]{1,64}:[^\s"']{4,}/g,
  /(\\?\/(?:api[-_]?)?(?:key|token|secret|password)s?\\?\/)(?=[^\s"'/\\?#]*\d)[^\s"'/\\?#<>]{6,}/gi,
  /(\b(?:Bearer|Basic|Token)\s+)(?=\S*[\d+/=])[\w.~+/=-]{8,}/gi,
]
/** A name and a password before the host of an address. */
const userInfo = /\b([a-z][a-z0-9+.-]{1,20}:\\?\/\\?\/)[^\s/?#"'<>\\]+@/gi
const bareUserInfo = /(?<![\w/:.+-])(?!mailto:)[\w.+-]{1,64}:(?=[^\s@]{0,64}\d)[^\s@/:"'\\]{4,64}@(?=[\w-]{1,63}\.\w)/gi
/**
 * Matches `name: value`, `name=value`, `"name": "value"`, `?name=value` and `the name of it is value`. Any word may be
 * a name.
 */
const named =
  /(?<![\p{L}\d_-])((?:(?:api|access|secret|private|client|auth|session|licen[cs]e)\s)?\p{L}[\p{L}\d_-]{0,60})(?=((?:\\{0,15}["'])?[*`]{0,3}\s{0,3}(?:[:=]|=>|->)\s{0,3}[*`]{0,3}(?:\\{0,15}["'])?(?:(?:Bearer|Basic|Token|Digest)\s+)?)|((?:\s+\p{L}{1,15}){0,3}?\s+(?:is|was|ist)\s+["'“]?))/giu
const valueHere = /[^\s"'”\\,;&<>{}[\]()]+/y
/** A quoted password may hold spaces. */
const quotedHere = /[^"'“”\\\r\n]{1,200}(?=\\{0,15}["'”])/y
const token = /[A-Za-z0-9+/_=-]{20,}/g

/**
 * Removes secrets from a string. Secrets are recognised by their form, by a name before them, or because they look
 * random.
 */
export function withoutSecretText(text: string, { isHash = false } = {}): string {
  let left = text.replace(userInfo, '$1').replace(bareUserInfo, '')
  for (const form of forms) left = left.replace(form, `$1${REMOVED}`)
  left = withoutNamed(left)
  return left.replace(token, (found, at: number) => {
    const before = left.slice(Math.max(0, at - 24), at)
    const after = left.slice(at + found.length, at + found.length + 16)
    return looksRandom(found, { before, after, isHash }) ? REMOVED : found
  })
}

function withoutNamed(text: string): string {
  let left = ''
  let from = 0
  for (const { 0: name, 2: sign, 3: verb = '', index } of text.matchAll(named)) {
    const at = index + name.length + (sign ?? verb).length
    // The value is read only if its name matters. Many names may precede the same long value, so reading it for each of
    // them would be slow.
    if (at < from || !(namesPassword(name) || namesSecret(name) || namesKey(name))) continue
    const form = namesPassword(name) && /["'“]$/.test(sign ?? verb) ? quotedHere : valueHere
    form.lastIndex = at
    const [value = ''] = form.exec(text) ?? []
    if (!isSecretValue(name, value, { isSpoken: sign === undefined })) continue
    left += text.slice(from, at) + REMOVED
    from = at + value.length
  }
  return left + text.slice(from)
}

/** Whether the value after a name is a secret. Ordinary words of a sentence are not. */
function isSecretValue(name: string, value: string, { isSpoken }: { isSpoken: boolean }): boolean {
  if (value.startsWith(REMOVED)) return false
  if (namesPassword(name)) return value.length >= 4
  const hasDigit = /\d/.test(value)
  if (namesSecret(name)) return value.length >= (hasDigit ? 6 : 8) && (hasDigit || !isSpoken)
  return namesKey(name) && hasDigit && value.length >= 8
}

/** Minimum entropy of a secret, in bits per character. */
const ENTROPY_MIN = 3.7
const WORDS_SHARE_MAX = 0.25

interface Around {
  before: string
  after: string
  isHash: boolean
}

/**
 * Whether letters and digits look random. Numbers, UUIDs, file names, commits in addresses and named hashes do not
 * count as random, because workflows are full of them.
 */
function looksRandom(found: string, { before, after, isHash }: Around): boolean {
  const isFileName = /^\.[A-Za-z]\w{1,11}\b/.test(after)
  if (isFileName || uuid.test(found)) return false
  const runs = found.match(/[A-Za-z0-9]+/g) ?? []
  const longRuns = runs.filter((run) => run.length >= 32 && /\d/.test(run) && /[A-Za-z]/.test(run))
  if (longRuns.length > 0) {
    const isHex = runs.every((run) => run.length < 32 || /^[0-9a-f]+$/i.test(run))
    const isNamedHash = isHash || namesHash(before.slice(-16).replace(/[^\w-]+$/, ''))
    return !isHex || !(isNamedHash || isCommit(found))
  }
  const hasEveryKind = /[a-z]/.test(found) && /[A-Z]/.test(found) && /\d/.test(found)
  return hasEveryKind && runs.some((run) => run.length >= 12) && isMixed(found)
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether letters and digits alternate, few words are among them, and the entropy is that of a secret. */
function isMixed(found: string): boolean {
  const words = (found.match(/[a-z]{4,}/g) ?? []).join('').length / found.length
  const switches = found.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0
  return words < WORDS_SHARE_MAX && switches >= (found.length < 32 ? 3 : 1) && entropyOf(found) >= ENTROPY_MIN
}

/** Whether a string contains a commit in the address of a file, as on Hugging Face and GitHub. */
function isCommit(found: string): boolean {
  return /\/(?:resolve|blob|tree|raw|commit)\/[0-9a-f]{40}(?:\/|$)/.test(found)
}

function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const each of text) counts.set(each, (counts.get(each) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0)
}
