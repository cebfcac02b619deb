import { resolve } from 'node:path'
import { LOOPBACK } from '../http/networks.ts'
import { StartupError } from '../errors/startup-error.ts'
import { readAnchors, readSigning } from './credentials-settings.ts'
import { originsOf } from './origins.ts'
import type { SigningSettings } from '../signing/signer.ts'
import { type BucketAddress, type BucketKeys, parseBucketAddress } from '../storage/bucket/bucket-address.ts'
import { defaultReserve, type DiskReserve, parseReserve, parseSize } from '../storage/disk/disk-reserve.ts'
import { findGroup } from '../storage/disk/object-group.ts'
import {
  type Environment,
  listIn,
  logLevel,
  type LogLevel,
  parseSender,
  readSetting as read,
  role,
  type Role,
} from './settings.ts'
import { describeUnusedSettings } from './unused-settings.ts'
import { requireOutsideRelease } from './version.ts'

/** Every setting, parsed once at start. The server reads `process.env` only here. */
export interface Config {
  port: number
  host: string
  /** Absolute path of the folder for all data that this installation stores on the machine. */
  dataDir: string
  /** Space that uploads must leave free, on each file system that we write to. */
  diskReserve: DiskReserve
  /** Where objects are stored; `undefined` for `dataDir`. */
  bucket: BucketSettings | undefined
  /** Whether this process answers requests, does background work, or both. */
  role: Role
  /** Number of web processes on this machine, behind one port. */
  webConcurrency: number
  /** Whether other processes may serve the same site, with the same database and files. */
  isOneOfMany: boolean
  /** Seconds for which a stopping process keeps answering, so that a proxy can switch to others. */
  drainSeconds: number
  /** An external PostgreSQL; `undefined` means the embedded one. */
  databaseUrl: string | undefined
  /** The same PostgreSQL without its pooler, for work that needs its own connection. */
  databaseDirectUrl: string | undefined
  /** Maximum number of connections for queries, per database. */
  databasePool: number
  databaseReplicaUrls: readonly string[]
  /** The origin that visitors see, without a trailing slash. */
  publicUrl: string
  /** Whether the origin was chosen from several possible ones, because `PUBLIC_URL` is not set. */
  isPublicUrlGuessed: boolean
  /** Origins at which the listener itself can be reached. */
  origins: readonly string[]
  /** The origin of a CDN that fetches public objects from this site, without a trailing slash. */
  objectsUrl: string | undefined
  /** The hook that receives, by `POST`, the paths that the CDN must purge. */
  cdnPurgeUrl: string | undefined
  /** The server that sends objects once this one has checked permissions; `undefined` if this one sends them. */
  objectsAccel: 'nginx' | undefined
  /** Id of a group of the machine that may read objects and nothing else in `dataDir`: nginx's group. */
  objectsGroup: number | undefined
  /** Addresses and networks of the proxies whose statements about client, protocol and host are trusted. */
  trustedProxies: readonly string[]
  /** Whether to load demo content into an empty database. */
  demo: boolean
  rateLimits: boolean
  logLevel: LogLevel
  /** Whether every request is logged, not only failed and slow ones. */
  accessLog: boolean
  /** If `undefined`, a secret is generated once and stored in `dataDir`. */
  sessionSecret: string | undefined
  /** Mail server and sender address; `undefined`: the site sends no e-mail. */
  mail: Mail | undefined
  /** Whether the webhook for alerts may be an address of this machine or of a private network. */
  allowsPrivateWebhook: boolean
  /** PEM certificates that vouch for signers of content credentials, in addition to the shipped lists. */
  operatorAnchors: string | undefined
  /** The certificate that signs renditions; `undefined`: they are not signed. */
  signing: SigningSettings | undefined
  /** Sentences about variables that have no effect. */
  warnings: readonly string[]
}

interface BucketSettings {
  address: BucketAddress
  /** `undefined`: the machine's own credentials. */
  keys: BucketKeys | undefined
  /** Size of the cache for fetched files, in bytes. */
  cacheBytes: number
  /** Whether objects that are still in `dataDir` are read there. */
  movesFromDisk: boolean
}

export interface Mail {
  /** `smtp:` or `smtps:`, with name and password. */
  url: string
  from: string
  /** The sender's name, if it is not the site's. */
  fromName?: string | undefined
  /** Signs e-mail if the mail server does not. */
  dkim?: Dkim | undefined
}

export interface Dkim {
  domain: string
  selector: string
  /** Path of the private key, in PEM. */
  keyFile: string
}

/**
 * Parses the settings of `docs/operating.md`. An empty variable counts as absent.
 *
 * @throws {StartupError} Naming the first invalid variable and the allowed values.
 */
export function readConfig(env: Environment = process.env): Config {
  const host = read(env, 'HOST') ?? '127.0.0.1'
  const port = Number(read(env, 'PORT') ?? 3000)
  const database = readDatabase(env)
  const { databaseUrl } = database
  const processes = readProcesses(env, databaseUrl)
  const demo = read(env, 'DEMO') ?? (databaseUrl ? 'off' : 'on')
  if (databaseUrl && demo === 'on') {
    throw new StartupError('DEMO=on works only with the embedded database. Please remove DEMO or DATABASE_URL.')
  }
  const publicUrl = read(env, 'PUBLIC_URL')
  const origins = originsOf(host, port)
  const accessLog = read(env, 'ACCESS_LOG') === 'on'
  const level = logLevel.parse(read(env, 'LOG_LEVEL') ?? 'info')
  if (accessLog && level !== 'info') {
    throw new StartupError('ACCESS_LOG=on needs the log level info. Please remove LOG_LEVEL or set it to info.')
  }
  const trustedProxies = read(env, 'TRUSTED_PROXIES')
  return {
    host,
    port,
    dataDir: requireOutsideRelease(resolve(read(env, 'DATA_DIR') ?? 'data'), 'DATA_DIR'),
    diskReserve: parseReserve(read(env, 'DISK_RESERVE') ?? '') ?? defaultReserve,
    bucket: readBucket(env),
    ...database,
    ...processes,
    publicUrl: publicUrl ? new URL(publicUrl).origin : origins[0]!,
    isPublicUrlGuessed: !publicUrl && origins.length > 1,
    origins,
    ...readDoors(env),
    trustedProxies: trustedProxies === undefined ? LOOPBACK : listIn(trustedProxies),
    demo: demo === 'on',
    rateLimits: (read(env, 'RATE_LIMITS') ?? 'on') === 'on',
    logLevel: level,
    accessLog,
    mail: readMail(env),
    allowsPrivateWebhook: read(env, 'WEBHOOK_PRIVATE') === 'on',
    operatorAnchors: readAnchors(env),
    signing: readSigning(env, processes),
    warnings: describeUnusedSettings(env),
  }
}

function readDatabase(env: Environment) {
  const databaseUrl = read(env, 'DATABASE_URL')
  const sessionSecret = read(env, 'SESSION_SECRET')
  if (databaseUrl && !sessionSecret) {
    throw new StartupError(
      'SESSION_SECRET is required with DATABASE_URL: every process must sign with the same one (at least 32 characters). ' +
        'After a move from the embedded database, it is in the file session-secret of DATA_DIR; for a new site, make one ' +
        'with: openssl rand -hex 32',
    )
  }
  const beside = (['DATABASE_DIRECT_URL', 'DATABASE_POOL', 'DATABASE_REPLICA_URLS'] as const).find((name) => env[name])
  if (beside && !databaseUrl) throw new StartupError(`${beside} is set without DATABASE_URL, which it requires.`)
  return {
    databaseUrl,
    sessionSecret,
    databaseDirectUrl: read(env, 'DATABASE_DIRECT_URL'),
    databasePool: Number(read(env, 'DATABASE_POOL') ?? 8),
    databaseReplicaUrls: listIn(read(env, 'DATABASE_REPLICA_URLS') ?? '').filter(Boolean),
  }
}

/** Reads the settings for serving bytes: through a CDN, by nginx, or by this server. */
function readDoors(env: Environment) {
  const [objectsUrl, cdnPurgeUrl] = [read(env, 'OBJECTS_URL'), read(env, 'CDN_PURGE_URL')]
  if (cdnPurgeUrl && !objectsUrl) {
    throw new StartupError('CDN_PURGE_URL is set without OBJECTS_URL. Please set both.')
  }
  const [accel, group] = [read(env, 'OBJECTS_ACCEL'), read(env, 'OBJECTS_GROUP')]
  if (group && !accel) {
    throw new StartupError('OBJECTS_GROUP only works with OBJECTS_ACCEL=nginx. Please set both.')
  }
  if (accel && read(env, 'STORAGE_FROM')) {
    throw new StartupError(
      'OBJECTS_ACCEL=nginx can’t be used while files move (STORAGE_FROM). Please remove it until the move is done.',
    )
  }
  return {
    objectsUrl: objectsUrl && new URL(objectsUrl).origin,
    cdnPurgeUrl,
    objectsAccel: accel ? ('nginx' as const) : undefined,
    objectsGroup: group ? findGroup(group) : undefined,
  }
}

const DEFAULT_CACHE = '20GB'

function readBucket(env: Environment): BucketSettings | undefined {
  const address = parseBucketAddress(read(env, 'STORAGE_URL') ?? '')
  const movesFromDisk = read(env, 'STORAGE_FROM') === 'disk'
  if (!address) {
    if (movesFromDisk)
      throw new StartupError('STORAGE_FROM is set without STORAGE_URL. Please set STORAGE_URL to the new bucket.')
    return undefined
  }
  const [accessKeyId, secretAccessKey] = [read(env, 'AWS_ACCESS_KEY_ID'), read(env, 'AWS_SECRET_ACCESS_KEY')]
  if (!accessKeyId !== !secretAccessKey) {
    throw new StartupError(
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together. Please set both, or neither if the machine has a role.',
    )
  }
  const keys = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined
  const cacheBytes = parseSize(read(env, 'CACHE_BYTES') ?? DEFAULT_CACHE) ?? 0
  return { address, keys, cacheBytes, movesFromDisk }
}

function readProcesses(env: Environment, databaseUrl: string | undefined) {
  const [given, concurrency] = [read(env, 'ROLE'), read(env, 'WEB_CONCURRENCY')]
  const webConcurrency = Number(concurrency ?? 1)
  const isOneOfMany = (given ?? 'all') !== 'all' || webConcurrency > 1
  if (given === 'worker' && webConcurrency > 1) {
    throw new StartupError('ROLE=worker serves no requests. Please remove WEB_CONCURRENCY, or set ROLE to web or all.')
  }
  if (isOneOfMany && !databaseUrl) {
    const name = webConcurrency > 1 ? 'WEB_CONCURRENCY' : 'ROLE'
    throw new StartupError(
      `${name}=${read(env, name)} is for several processes, which need a shared database. Please set DATABASE_URL.`,
    )
  }
  const drainSeconds = Number(read(env, 'DRAIN_SECONDS') ?? 0)
  return { role: role.parse(given ?? 'all'), webConcurrency, isOneOfMany, drainSeconds }
}

function readMail(env: Environment): Mail | undefined {
  const [url, from] = [read(env, 'SMTP_URL'), read(env, 'MAIL_FROM')]
  if (url && from) {
    const { address, name } = parseSender(from)
    return { url, from: address, fromName: name, dkim: readDkim(env) }
  }
  if (url) throw new StartupError('SMTP_URL is set without MAIL_FROM. Please set MAIL_FROM to the sender address.')
  if (from) throw new StartupError('MAIL_FROM is set without SMTP_URL. Please set SMTP_URL to your mail server.')
  return undefined
}

function readDkim(env: Environment): Dkim | undefined {
  const [domain, selector] = [read(env, 'DKIM_DOMAIN'), read(env, 'DKIM_SELECTOR')]
  const keyFile = read(env, 'DKIM_KEY_FILE')
  if (domain && selector && keyFile) return { domain, selector, keyFile: resolve(keyFile) }
  if (!domain && !selector && !keyFile) return undefined
  throw new StartupError('DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY_FILE belong together. Please set all three or none.')
}
