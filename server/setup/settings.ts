import * as z from 'zod/mini'
import { StartupError } from '../errors/startup-error.ts'
import { isNetwork } from '../http/networks.ts'
import { parseBucketAddress } from '../storage/bucket/bucket-address.ts'
import { parseReserve, parseSize } from '../storage/disk/disk-reserve.ts'
import { findGroup } from '../storage/disk/object-group.ts'

/** The allowed values of each setting, and the message for an invalid one. */

export type LogLevel = z.infer<typeof logLevel>
export type Role = z.infer<typeof role>

/** A sender as in the header of an e-mail: a name, with or without quotes, and an address in angle brackets. */
const NAMED = /^(?:"([^"\\\p{Cc}]*)"|([^"<>\p{Cc}]*))\s*<([^<>]*)>$/u

const onOrOff = z.enum(['on', 'off'])
export const logLevel = z.enum(['error', 'warn', 'info'])
export const role = z.enum(['web', 'worker', 'all'])

const CONCURRENCY_MAX = 64
const DRAIN_MAX_SECONDS = 300

/** Minimum size of a pool. With fewer connections, a few long transactions would block everything else. */
const POOL_MIN = 4
const POOL_MAX = 100

/** Returns the schema of a string that `isValid` accepts. */
const allowed = (isValid: (value: string) => boolean) => z.string().check(z.refine(isValid))
/**
 * A path in one line. The content of a file, such as a key, has several lines and is therefore refused. So are
 * quotes, `~` and variables at the beginning, which only a shell replaces, and spaces at either end, which would name
 * another folder.
 */
const file = z.string().check(z.regex(/^(?![\s~$'"])[^\0\r\n]*\S$/))
/** Characters of a key for a bucket. Others could not be sent in a header. */
const key = z.string().check(z.regex(/^[\x21-\x7e]+$/))
const POSTGRES_URL =
  'a PostgreSQL address, such as postgres://user:password@host:5432/reverie or, with TLS, …/reverie?sslmode=verify-full'
/** The client would ignore any other mode, and connect without encryption. */
const SSL_MODE = /^(disable|prefer|require|verify-ca|verify-full|no-verify)$/
const postgresUrl = allowed((address) => {
  const url = URL.parse(address)
  if (!url || !/^postgres(ql)?:\/\//.test(address)) return false
  if (!SSL_MODE.test(url.searchParams.get('sslmode') ?? 'disable')) return false
  // A parameter names a socket, which has no host name.
  return url.hostname !== '' || url.searchParams.has('host')
})

/** The description of the allowed values, for the message, and their schema. */
const settings = {
  PORT: ['a port number from 1 to 65535', wholeNumber(1, 65_535)],
  HOST: ['an address to listen on, such as 127.0.0.1', allowed(isHost)],
  DATA_DIR: ['a folder, such as /srv/reverie/data', file],
  DISK_RESERVE: [
    'a size such as 10GB or 500MB, or a share such as 5%',
    allowed((reserve) => parseReserve(reserve) !== undefined),
  ],
  STORAGE_URL: [
    'the address of a bucket, such as s3://reverie?endpoint=https://s3.example.org&region=eu-1',
    allowed((address) => parseBucketAddress(address) !== undefined),
  ],
  STORAGE_FROM: ['disk', z.literal('disk')],
  AWS_ACCESS_KEY_ID: ['the name of a key, without spaces', key],
  AWS_SECRET_ACCESS_KEY: ['a key, without spaces', key],
  CACHE_BYTES: ['a size such as 20GB or 500MB', allowed((size) => parseSize(size) !== undefined)],
  DATABASE_URL: [POSTGRES_URL, postgresUrl],
  DATABASE_DIRECT_URL: [POSTGRES_URL, postgresUrl],
  DATABASE_POOL: [`a number of connections from ${POOL_MIN} to ${POOL_MAX}`, wholeNumber(POOL_MIN, POOL_MAX)],
  DATABASE_REPLICA_URLS: [
    'a list of PostgreSQL addresses, one for each replica, with commas between them',
    allowed((list) => listIn(list).every((url) => postgresUrl.safeParse(url).success)),
  ],
  ROLE: ['web, worker or all', role],
  WEB_CONCURRENCY: [`a number of processes from 1 to ${CONCURRENCY_MAX}`, wholeNumber(1, CONCURRENCY_MAX)],
  DRAIN_SECONDS: [`a number of seconds from 0 to ${DRAIN_MAX_SECONDS}`, wholeNumber(0, DRAIN_MAX_SECONDS)],
  PUBLIC_URL: ['an http or https origin without a path, such as https://videos.example.org', allowed(isWebOrigin)],
  OBJECTS_URL: ['an http or https origin without a path, such as https://media.example.org', allowed(isWebOrigin)],
  CDN_PURGE_URL: [
    'an http or https address, such as https://purge.example.org/reverie',
    z.url({ protocol: /^https?$/ }),
  ],
  OBJECTS_ACCEL: ['nginx', z.literal('nginx')],
  OBJECTS_GROUP: [
    'a group of this machine, by its name or number, such as www-data',
    allowed((group) => findGroup(group) !== undefined),
  ],
  TRUSTED_PROXIES: [
    'a list of addresses or networks, such as 127.0.0.1,172.18.0.0/16',
    allowed((list) => listIn(list).every(isNetwork)),
  ],
  C2PA_TRUST_LIST: ['a file of certificates in PEM, such as /etc/reverie/authorities.pem', file],
  C2PA_CERTIFICATE: ['a file of certificates in PEM, such as /etc/reverie/certificate.pem', file],
  C2PA_KEY: ['a file with a private key in PEM, such as /etc/reverie/key.pem', file],
  C2PA_SIGNING: ['own', z.literal('own')],
  DEMO: ['on or off', onOrOff],
  WEBHOOK_PRIVATE: ['on or off', onOrOff],
  RATE_LIMITS: ['on or off', onOrOff],
  LOG_LEVEL: ['error, warn or info', logLevel],
  ACCESS_LOG: ['on or off', onOrOff],
  SESSION_SECRET: ['at least 32 characters', z.string().check(z.minLength(32))],
  SMTP_URL: [
    'the address of a mail server, such as smtp://user:password@mail.example.org:587',
    allowed((address) => /^smtps?:\/\//.test(address) && Boolean(URL.parse(address)?.hostname)),
  ],
  MAIL_FROM: [
    'an e-mail address, such as hello@example.org or Reverie <hello@example.org>',
    allowed((sender) => z.email().safeParse(parseSender(sender).address).success),
  ],
  DKIM_DOMAIN: ['a domain, such as example.org', z.string().check(z.regex(/^[\w-]+(\.[\w-]+)+$/))],
  DKIM_SELECTOR: ['the name of a key, such as mail', z.string().check(z.regex(/^[\w.-]+$/))],
  DKIM_KEY_FILE: ['a file with a private RSA key in PEM, such as /etc/reverie/dkim.pem', file],
} as const

export const settingNames: readonly string[] = Object.keys(settings)

export type Environment = Record<string, string | undefined>

/** Variables that may contain a secret. */
const secretSettings: ReadonlySet<string> = new Set([
  'SESSION_SECRET',
  'DATABASE_URL',
  'SMTP_URL',
  'CDN_PURGE_URL',
  'STORAGE_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URLS',
])

/** Splits a comma-separated list. */
export function listIn(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}

/**
 * @returns The value; `undefined` if it is empty.
 * @throws {StartupError} If the value is not allowed.
 */
export function readSetting(env: Environment, name: keyof typeof settings): string | undefined {
  const value = env[name]
  if (value === undefined || value === '') return undefined
  const [expected, schema] = settings[name]
  if (schema.safeParse(value).success) return value
  const got = secretSettings.has(name) ? 'its value is not shown' : `got ${shown(value)}`
  throw new StartupError(`${name} must be ${expected} (${got}).`)
}

/** @throws {StartupError} If `DATABASE_URL` could not be set to this address, which may contain a password. */
export function requirePostgresUrl(address: string): void {
  if (!postgresUrl.safeParse(address).success) throw new StartupError(`The address must be ${POSTGRES_URL}.`)
}

const SHOWN_MAX_LENGTH = 80

/**
 * Shows a value in one line. Leaves out a secret that was put into the wrong variable: a key, or a password in an
 * address.
 */
function shown(value: string): string {
  if (/[\r\n]/.test(value)) return 'a value of several lines'
  const line = value
    .replace(/:\/\/.*@/, '://…@')
    .replace(/\?.*/, '?…')
    .replace(/\p{Cc}/gu, '\u{fffd}')
  return `'${line.length > SHOWN_MAX_LENGTH ? `${line.slice(0, SHOWN_MAX_LENGTH)}…` : line}'`
}

function wholeNumber(least: number, most: number) {
  return allowed((digits) => /^\d{1,5}$/.test(digits) && Number(digits) >= least && Number(digits) <= most)
}

function isWebOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:\/\//i.test(text) && url.href === `${url.origin}/` && !url.hostname.includes('*')
}

/** Whether it is an IP address or a host name, without a port. */
function isHost(text: string): boolean {
  return /^[\w.:-]+$/.test(text) && URL.canParse(`http://${text.includes(':') ? `[${text}]` : text}`)
}

/** Splits `Club <hello@example.org>` into name and address. Other text is returned as the address. */
export function parseSender(text: string): { address: string; name?: string | undefined } {
  const [, quoted, bare, address] = NAMED.exec(text.trim()) ?? []
  return address === undefined ? { address: text } : { address, name: (quoted ?? bare)?.trim() || undefined }
}
