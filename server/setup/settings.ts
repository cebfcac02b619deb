import * as z from 'zod/mini'
import { StartupError } from '../errors/startup-error.ts'
import { isNetwork } from '../http/guards/trusted-proxies.ts'
import { parseBucketAddress } from '../storage/bucket/bucket-address.ts'
import { parseReserve, parseSize } from '../storage/disk/disk-reserve.ts'
import { findGroup } from '../storage/disk/object-group.ts'

/** The allowed values of each setting, and the message for an invalid one. */

export type LogLevel = z.infer<typeof logLevel>
export type Role = z.infer<typeof role>

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/ })
const onOrOff = z.enum(['on', 'off'])
export const logLevel = z.enum(['error', 'warn', 'info'])
export const role = z.enum(['web', 'worker', 'all'])

const CONCURRENCY_MAX = 64
const DRAIN_MAX_SECONDS = 300

/** With fewer connections, long uses (a download, a transaction) would block the rest. */
const POOL_MIN = 4
const POOL_MAX = 100

const settings = {
  PORT: {
    expected: 'a port number from 1 to 65535',
    schema: z.string().check(
      z.regex(/^\d{1,5}$/),
      z.refine((digits) => Number(digits) >= 1 && Number(digits) <= 65_535),
    ),
  },
  HOST: { expected: 'an address to listen on, such as 127.0.0.1', schema: z.string().check(z.regex(/^[\w.:-]+$/)) },
  DATA_DIR: { expected: 'a folder', schema: z.string().check(z.regex(/^[^\0]+$/)) },
  DISK_RESERVE: {
    expected: 'a size such as 10GB or 500MB, or a share such as 5%',
    schema: z.string().check(z.refine((text) => parseReserve(text) !== undefined)),
  },
  STORAGE_URL: {
    expected: 'the address of a bucket, such as s3://reverie?endpoint=https://s3.example.org&region=eu-1',
    schema: z.string().check(z.refine((text) => parseBucketAddress(text) !== undefined)),
  },
  STORAGE_FROM: { expected: 'disk', schema: z.literal('disk') },
  AWS_ACCESS_KEY_ID: { expected: 'the name of a key', schema: z.string() },
  AWS_SECRET_ACCESS_KEY: { expected: 'a key', schema: z.string() },
  CACHE_BYTES: {
    expected: 'a size such as 20GB or 500MB',
    schema: z.string().check(z.refine((text) => parseSize(text) !== undefined)),
  },
  DATABASE_URL: {
    expected: 'a PostgreSQL address, such as postgres://user:password@host:5432/reverie',
    schema: postgresUrl,
  },
  DATABASE_DIRECT_URL: {
    expected: 'a PostgreSQL address, such as postgres://user:password@host:5432/reverie',
    schema: postgresUrl,
  },
  DATABASE_POOL: {
    expected: `a number of connections from ${POOL_MIN} to ${POOL_MAX}`,
    schema: wholeNumber(POOL_MIN, POOL_MAX),
  },
  DATABASE_REPLICA_URLS: {
    expected: 'a list of PostgreSQL addresses, one for each replica, with commas between them',
    schema: z.string().check(z.refine((list) => listIn(list).every((url) => postgresUrl.safeParse(url).success))),
  },
  ROLE: { expected: 'web, worker or all', schema: role },
  WEB_CONCURRENCY: {
    expected: `a number of processes from 1 to ${CONCURRENCY_MAX}`,
    schema: wholeNumber(1, CONCURRENCY_MAX),
  },
  DRAIN_SECONDS: {
    expected: `a number of seconds from 0 to ${DRAIN_MAX_SECONDS}`,
    schema: wholeNumber(0, DRAIN_MAX_SECONDS),
  },
  PUBLIC_URL: {
    expected: 'an http or https origin without a path, such as https://videos.example.org',
    schema: z.string().check(z.refine(isWebOrigin)),
  },
  OBJECTS_URL: {
    expected: 'an http or https origin without a path, such as https://media.example.org',
    schema: z.string().check(z.refine(isWebOrigin)),
  },
  CDN_PURGE_URL: { expected: 'an http or https address', schema: z.url({ protocol: /^https?$/ }) },
  OBJECTS_ACCEL: { expected: 'nginx', schema: z.literal('nginx') },
  OBJECTS_GROUP: {
    expected: 'a group of this machine, by its name or number, such as www-data',
    schema: z.string().check(z.refine((group) => findGroup(group) !== undefined)),
  },
  TRUSTED_PROXIES: {
    expected: 'a list of addresses or networks, such as 127.0.0.1,172.18.0.0/16',
    schema: z.string().check(z.refine((list) => listIn(list).every(isNetwork))),
  },
  C2PA_TRUST_LIST: { expected: 'a file of certificates in PEM', schema: z.string().check(z.regex(/^[^\0]+$/)) },
  C2PA_CERTIFICATE: { expected: 'a file of certificates in PEM', schema: z.string().check(z.regex(/^[^\0]+$/)) },
  C2PA_KEY: { expected: 'a file', schema: z.string().check(z.regex(/^[^\0]+$/)) },
  C2PA_SIGNING: { expected: 'own', schema: z.literal('own') },
  DEMO: { expected: 'on or off', schema: onOrOff },
  RATE_LIMITS: { expected: 'on or off', schema: onOrOff },
  LOG_LEVEL: { expected: 'error, warn or info', schema: logLevel },
  ACCESS_LOG: { expected: 'on or off', schema: onOrOff },
  SESSION_SECRET: { expected: 'at least 32 characters', schema: z.string().check(z.minLength(32)) },
  SMTP_URL: {
    expected: 'the address of a mail server, such as smtp://user:password@mail.example.org:587',
    schema: z.url({ protocol: /^smtps?$/ }),
  },
  MAIL_FROM: { expected: 'an e-mail address, such as hello@example.org', schema: z.email() },
  DKIM_DOMAIN: { expected: 'a domain, such as example.org', schema: z.string().check(z.regex(/^[\w-]+(\.[\w-]+)+$/)) },
  DKIM_SELECTOR: { expected: 'the name of a key, such as mail', schema: z.string().check(z.regex(/^[\w.-]+$/)) },
  DKIM_KEY_FILE: { expected: 'a file', schema: z.string().check(z.regex(/^[^\0]+$/)) },
} as const

export type Environment = Record<string, string | undefined>

/** Variables that contain passwords. */
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
  const { expected, schema } = settings[name]
  if (schema.safeParse(value).success) return value
  // Secrets are not repeated on the console.
  const shown = secretSettings.has(name) ? 'its value' : `'${value}'`
  throw new StartupError(`${name} must be ${expected} (got ${shown}).`)
}

function wholeNumber(least: number, most: number) {
  return z.string().check(
    z.regex(/^\d{1,4}$/),
    z.refine((digits) => Number(digits) >= least && Number(digits) <= most),
  )
}

function isWebOrigin(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
}
