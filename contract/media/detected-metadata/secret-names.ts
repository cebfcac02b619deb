/** Matches a word that marks the value as a secret anywhere in the value's name. */
const secretName =
  /(?:api|access|private|account|licen[cs]e|client|encryption|signing|master|ssh|service|subscription)[ _-]?key|token(?!iz|_norm)|secret|passw|pass(?:phrase|code)|credential|authoriz|authentic|oauth|bearer|cookie|webhook|jwt|session[ _-]?id|connection[ _-]?string|access[ _-]?code|密码|密钥|口令|令牌|пароль|contrase|mot[ _-]?de[ _-]?passe|senha/i
/** Words that mark the value as a secret if they are a whole word of its name. */
const secretWords = new Set(['auth', 'pwd', 'psw', 'otp', 'totp', 'dsn', 'sig', 'sas', 'signature', 'cred', 'creds'])
/** Matches a word that marks the value as a secret if it is the whole name. */
const secretAlone = /^(?:pass|pin|pw)$/i
const passwordName = /passw|pass(?:phrase|code)|\bpwd\b|^(?:pass|pin|pw)$/i
const keyName = /(?:^|[^a-z])keys?$|[a-z]Keys?$/i

/** Whether a name says that its value is a secret. */
export function namesSecret(typed: string): boolean {
  // Full-width letters and invisible characters do not change the meaning of a name.
  const name = typed.normalize('NFKC').replace(/\p{Cf}/gu, '')
  return secretName.test(name) || secretAlone.test(name) || wordsOf(name).some((word) => secretWords.has(word))
}

/** Whether a name says that its value is a password, which may be short or a number. */
export function namesPassword(name: string): boolean {
  return passwordName.test(name) || wordsOf(name).includes('pwd')
}

/**
 * Whether a name says that its value is a key. That may be the secret of a service, or only the key of a list entry.
 */
export function namesKey(name: string): boolean {
  return keyName.test(name)
}

/** Whether a field's name suggests a value that identifies a file or version, such as a model hash or a commit. */
export function namesHash(name: string): boolean {
  return (
    /hash|sha-?\d|md5|checksum|digest|etag|commit|revision|crc32|blake|autov\d/i.test(name) ||
    /^ver(?:sion)?$/i.test(name)
  )
}

function wordsOf(name: string): string[] {
  return name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase())
}
