import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { settingNames } from './settings.ts'

test('no variable is required', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    databaseUrl: undefined,
    trustedProxies: ['127.0.0.0/8', '::1'],
    demo: true,
    rateLimits: true,
  })
})

/** A setting, a wrong value, and words from the refusal that name allowed values. */
const wrongValues: [name: string, value: string, expected: string][] = [
  ['PORT', '70000', 'port number'],
  ['PORT', 'http', 'port number'],
  ['PORT', '0', 'port number'],
  ['PORT', '30 00', 'port number'],
  ['PORT', '-1', 'port number'],
  ['HOST', 'not a host', 'address to listen on'],
  ['HOST', 'http://127.0.0.1', 'address to listen on'],
  ['HOST', '127.0.0.1:3000', 'address to listen on'],
  ['HOST', '999.1.1.1', 'address to listen on'],
  ['DATA_DIR', 'one\ntwo', 'a folder, such as'],
  ['DATA_DIR', '~/reverie', 'a folder, such as'],
  ['DATA_DIR', ' ', 'a folder, such as'],
  ['DATA_DIR', ' /srv/reverie', 'a folder, such as'],
  ['DATA_DIR', '/srv/reverie ', 'a folder, such as'],
  ['DISK_RESERVE', '-1GB', 'size such as 10GB'],
  ['DISK_RESERVE', '10 gigabytes', 'size such as 10GB'],
  ['CACHE_BYTES', '20', 'size such as 20GB'],
  ['CACHE_BYTES', '5%', 'size such as 20GB'],
  ['DISK_RESERVE', '10', 'size such as 10GB'],
  ['DISK_RESERVE', '101%', 'share such as 5%'],
  ['DATABASE_URL', 'mysql://db', 'PostgreSQL address'],
  ['DATABASE_URL', 'localhost', 'PostgreSQL address'],
  ['DATABASE_URL', 'postgres:reverie', 'PostgreSQL address'],
  ['DATABASE_URL', 'postgres://reverie:hunter2/reverie', 'PostgreSQL address'],
  ['DATABASE_URL', 'postgres:///reverie', 'PostgreSQL address'],
  ['DATABASE_URL', 'postgres://reverie:hunter2@db/reverie?sslmode=verifyfull', 'sslmode=verify-full'],
  ['STORAGE_URL', 'https://s3.example.org/bucket', 'address of a bucket'],
  ['STORAGE_URL', 's3://bucket', 'such as s3://'],
  ['STORAGE_URL', 's3://bucket?endpoint=s3.example.org', 'such as s3://'],
  ['STORAGE_URL', 's3://name:secret@bucket?region=eu-1', 'such as s3://'],
  ['STORAGE_URL', 's3://bucket/folder?region=eu-1', 'such as s3://'],
  ['STORAGE_URL', 's3://bucket?region=eu-1&color=red', 'such as s3://'],
  ['STORAGE_URL', 's3://bucket?region=eu 1', 'such as s3://'],
  ['STORAGE_URL', 's3://bucket?endpoint=https://name:hunter2@s3.example.org', 'such as s3://'],
  ['AWS_ACCESS_KEY_ID', 'hunter2 ', 'without spaces'],
  ['AWS_SECRET_ACCESS_KEY', 'hunter2\nhunter2', 'without spaces'],
  ['STORAGE_FROM', 'tape', 'disk'],
  ['STORAGE_FROM', 'on', 'disk'],
  ['ROLE', 'proxy', 'web, worker or all'],
  ['ROLE', 'Worker', 'web, worker or all'],
  ['WEB_CONCURRENCY', '65', 'from 1 to 64'],
  ['WEB_CONCURRENCY', '0', 'from 1 to 64'],
  ['WEB_CONCURRENCY', 'auto', 'from 1 to 64'],
  ['DRAIN_SECONDS', '301', 'from 0 to 300'],
  ['DRAIN_SECONDS', '5s', 'from 0 to 300'],
  ['DATABASE_DIRECT_URL', 'db:5432', 'PostgreSQL address'],
  ['DATABASE_POOL', '3', 'from 4 to 100'],
  ['DATABASE_POOL', 'many', 'from 4 to 100'],
  ['DATABASE_REPLICA_URLS', 'postgres://a/reverie;postgres://b/reverie, ', 'one for each replica'],
  ['PUBLIC_URL', 'https://example.org/videos', 'without a path'],
  ['PUBLIC_URL', 'videos.example.org', 'such as https://videos.example.org'],
  ['PUBLIC_URL', 'ftp://example.org', 'http or https origin'],
  ['PUBLIC_URL', 'https://*.example.org', 'http or https origin'],
  ['PUBLIC_URL', 'https://name:hunter2@example.org', 'http or https origin'],
  ['OBJECTS_URL', 'https://media.example.org/objects', 'without a path'],
  ['OBJECTS_URL', 'media.example.org', 'such as https://media.example.org'],
  ['CDN_PURGE_URL', 'media.example.org', 'http or https address'],
  ['OBJECTS_ACCEL', 'on', 'nginx'],
  ['OBJECTS_GROUP', 'no-such-group', 'group of this machine'],
  ['TRUSTED_PROXIES', 'nginx', 'addresses or networks'],
  ['TRUSTED_PROXIES', '127.0.0.1,', 'addresses or networks'],
  ['TRUSTED_PROXIES', '10.0.0.0/33', 'addresses or networks'],
  ['TRUSTED_PROXIES', '0.0.0.0/0', 'addresses or networks'],
  ['C2PA_SIGNING', 'on', 'own'],
  ['C2PA_KEY', '-----BEGIN PRIVATE KEY-----\nhunter2', 'a file with a private key'],
  ['C2PA_CERTIFICATE', '-----BEGIN CERTIFICATE-----\nhunter2', 'a file of certificates'],
  ['C2PA_TRUST_LIST', '-----BEGIN CERTIFICATE-----\nhunter2', 'a file of certificates'],
  ['C2PA_TRUST_LIST', '/no/such/file.pem', 'a readable file of certificates'],
  ['SMTP_URL', 'mail.example.org:587', 'address of a mail server'],
  ['SMTP_URL', 'smtp:mail.example.org', 'address of a mail server'],
  ['SMTP_URL', 'http://name:hunter2@mail.example.org', 'address of a mail server'],
  ['MAIL_FROM', 'Club <hello>', 'such as hello@example.org or Reverie <hello@example.org>'],
  ['MAIL_FROM', 'Club\nBcc: all@example.org <hello@example.org>', 'e-mail address'],
  ['MAIL_FROM', 'Club <hello@example.org> <bye@example.org>', 'e-mail address'],
  ['MAIL_FROM', 'smtp://name:hunter2@mail', 'e-mail address'],
  ['DKIM_DOMAIN', 'example', 'a domain'],
  ['DKIM_DOMAIN', 'https://example.org', 'a domain'],
  ['DKIM_SELECTOR', 'mail key', 'name of a key'],
  ['DKIM_KEY_FILE', '-----BEGIN PRIVATE KEY-----\nhunter2', 'a file with a private RSA key'],
  ['DEMO', 'yes', 'on or off'],
  ['RATE_LIMITS', '1', 'on or off'],
  ['WEBHOOK_PRIVATE', 'https://example.org/hook', 'on or off'],
  ['LOG_LEVEL', 'loud', 'error, warn or info'],
  ['ACCESS_LOG', 'yes', 'on or off'],
  ['ACCESS_LOG', 'true', 'on or off'],
  ['SESSION_SECRET', 'hunter2', 'at least 32 characters'],
]

test('the tests of messages below contain a wrong value for every setting', () => {
  expect([...new Set(wrongValues.map(([name]) => name))].toSorted()).toEqual(settingNames.toSorted())
})

test.each(wrongValues)(
  '%s=%j is refused with the variable, the value and the allowed values',
  (name, value, expected) => {
    const around = {
      ...(name.startsWith('DATABASE_') && { DATABASE_URL: 'postgres://db/reverie', SESSION_SECRET: 'x'.repeat(32) }),
      ...(/^(CACHE|AWS)_/.test(name) && { STORAGE_URL: 's3://clips?region=eu-1' }),
      ...(/^(SMTP|MAIL|DKIM)_/.test(name) && { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'hello@example.org' }),
    }
    const { message } = errorOf(() => readConfig({ ...around, [name]: value }))
    expect(message).toMatch(new RegExp(`^${name} must be .*${expected}.*\\((?:got .+|its value is not shown)\\)\\.$`))
    expect(message).not.toMatch(/hunter2|\n/)
  },
)

test.each([
  ['hello@example.org', 'hello@example.org', undefined],
  ['Club <a@b.example>', 'a@b.example', 'Club'],
  ['"Club, the site" <a@b.example>', 'a@b.example', 'Club, the site'],
  ['Clüb & Söhne<a@b.example>', 'a@b.example', 'Clüb & Söhne'],
  ['<a@b.example>', 'a@b.example', undefined],
])('MAIL_FROM=%s is accepted as a sender', (sender, from, fromName) => {
  expect(readConfig({ SMTP_URL: 'smtp://localhost', MAIL_FROM: sender }).mail).toMatchObject({ from, fromName })
})

function errorOf(act: () => unknown): Error {
  try {
    act()
  } catch (error) {
    return error as Error
  }
  throw new Error('Nothing was refused')
}

test('the message about an invalid setting hides the secrets in its value', () => {
  expect(() => readConfig({ ACCESS_LOG: 'true' })).toThrow("ACCESS_LOG must be on or off (got 'true').")
  expect(() => readConfig({ PUBLIC_URL: 'https://name:hunter2@example.org' })).toThrow("(got 'https://…@example.org').")
  expect(() => readConfig({ OBJECTS_URL: 'https://example.org?key=hunter2' })).toThrow("(got 'https://example.org?…').")
  expect(() => readConfig({ SESSION_SECRET: 'hunter2' })).toThrow('(its value is not shown).')
  expect(() => readConfig({ C2PA_KEY: 'hunter2\n' })).toThrow('(got a value of several lines).')
  expect(() => readConfig({ DEMO: '\u001b[2J'.padEnd(100, 'x') })).toThrow(/\(got '\u{fffd}\[2Jx{76}…'\)\.$/u)
})

test('an external database requires a secret that every process shares', () => {
  const databaseUrl = 'postgres://user:hidden@db/reverie'
  expect(() => readConfig({ DATABASE_URL: databaseUrl })).toThrow(
    /SESSION_SECRET is required .*at least 32 characters.* session-secret .* openssl rand -hex 32/,
  )
  const config = readConfig({ DATABASE_URL: databaseUrl, SESSION_SECRET: 'x'.repeat(32) })
  expect(config).toMatchObject({ databaseUrl, demo: false })
})

test('a site has one process by default; several processes must share a database', () => {
  const shared = { DATABASE_URL: 'postgres://db/reverie', SESSION_SECRET: 'x'.repeat(32) }
  for (const env of [{}, shared, { ROLE: 'all', WEB_CONCURRENCY: '1' }]) {
    expect(readConfig(env)).toMatchObject({ role: 'all', webConcurrency: 1, isOneOfMany: false, drainSeconds: 0 })
  }
  for (const env of [{ ROLE: 'web' }, { ROLE: 'worker' }, { WEB_CONCURRENCY: '2' }]) {
    expect(readConfig({ ...shared, ...env })).toMatchObject({ isOneOfMany: true })
    expect(() => readConfig(env)).toThrow(/^(ROLE|WEB_CONCURRENCY)=\w+ is for several processes.*DATABASE_URL\.$/)
  }
  expect(() => readConfig({ ...shared, ROLE: 'worker', WEB_CONCURRENCY: '2' })).toThrow(/^ROLE=worker serves no/)
})

test('settings for an external database are refused if no external database is set', () => {
  const database = { DATABASE_URL: 'postgres://db/reverie', SESSION_SECRET: 'x'.repeat(32) }
  const more = {
    DATABASE_DIRECT_URL: 'postgres://db:5433/reverie',
    DATABASE_POOL: '12',
    DATABASE_REPLICA_URLS: 'postgres://one/reverie, postgres://two/reverie',
  }
  expect(readConfig({ ...database, ...more })).toMatchObject({
    databaseDirectUrl: 'postgres://db:5433/reverie',
    databasePool: 12,
    databaseReplicaUrls: ['postgres://one/reverie', 'postgres://two/reverie'],
  })
  expect(readConfig(database)).toMatchObject({ databasePool: 8, databaseReplicaUrls: [] })
  for (const [name, value] of Object.entries(more)) {
    expect(() => readConfig({ [name]: value })).toThrow(`${name} is set without DATABASE_URL`)
  }
})

test('by default, a site on all addresses is published at a reachable address', () => {
  const guessed = readConfig({ HOST: '0.0.0.0', PORT: '3210' })
  expect(guessed.publicUrl).toMatch(/^http:\/\/(?!0\.0\.0\.0)[\d.]+:3210$/)
  expect(guessed.origins).toContain('http://127.0.0.1:3210')
  const config = readConfig({ HOST: '0.0.0.0', PUBLIC_URL: 'https://videos.example.org' })
  expect(config).toMatchObject({ publicUrl: 'https://videos.example.org', isPublicUrlGuessed: false })
})

test('an access log that the log level would suppress is refused', () => {
  expect(readConfig({ ACCESS_LOG: 'on' })).toMatchObject({ accessLog: true, logLevel: 'info' })
  expect(() => readConfig({ ACCESS_LOG: 'on', LOG_LEVEL: 'warn' })).toThrow(/^ACCESS_LOG=on .*LOG_LEVEL/)
})

test('a group that may read objects requires a proxy that sends them', () => {
  expect(readConfig({ OBJECTS_ACCEL: 'nginx', OBJECTS_GROUP: 'root' })).toMatchObject({ objectsGroup: 0 })
  expect(readConfig({ OBJECTS_ACCEL: 'nginx', OBJECTS_GROUP: '1234' })).toMatchObject({ objectsGroup: 1234 })
  expect(() => readConfig({ OBJECTS_GROUP: '1234' })).toThrow(/^OBJECTS_GROUP only works with OBJECTS_ACCEL=nginx/)
})

test('nginx can send files from a disk or bucket, but not during a move', () => {
  const bucket = { STORAGE_URL: 's3://reverie?region=eu-1' }
  expect(readConfig(bucket)).toMatchObject({ objectsAccel: undefined })
  expect(readConfig({ ...bucket, OBJECTS_ACCEL: 'nginx' })).toMatchObject({ objectsAccel: 'nginx' })
  const moving = { ...bucket, STORAGE_FROM: 'disk', OBJECTS_ACCEL: 'nginx' }
  expect(() => readConfig(moving)).toThrow(/^OBJECTS_ACCEL=nginx can’t be used while files move/)
})

test('a purge hook without a CDN is refused', () => {
  const OBJECTS_URL = 'https://media.example.org/'
  const CDN_PURGE_URL = 'https://purge.example.org/?token=hidden'
  expect(readConfig({ OBJECTS_URL, CDN_PURGE_URL })).toMatchObject({ objectsUrl: 'https://media.example.org' })
  expect(() => readConfig({ CDN_PURGE_URL })).toThrow(/^CDN_PURGE_URL is set without OBJECTS_URL/)
})

test('trusted proxies are a list of addresses and networks, which replaces the default', () => {
  const { trustedProxies } = readConfig({ TRUSTED_PROXIES: '127.0.0.1, 172.18.0.0/16,2001:db8::/32' })
  expect(trustedProxies).toEqual(['127.0.0.1', '172.18.0.0/16', '2001:db8::/32'])
})

test('with several processes, signing requires a configured certificate', () => {
  const files = { C2PA_CERTIFICATE: '/keys/certificate.pem', C2PA_KEY: '/keys/key.pem' }
  expect(readConfig({}).signing).toBeUndefined()
  expect(readConfig({ C2PA_SIGNING: 'own' }).signing).toBe('own')
  expect(readConfig(files).signing).toEqual({ certificatePath: '/keys/certificate.pem', keyPath: '/keys/key.pem' })
  for (const [name, path] of Object.entries(files)) {
    expect(() => readConfig({ [name]: path })).toThrow(/^C2PA_CERTIFICATE and C2PA_KEY belong together/)
  }
  expect(() => readConfig({ ...files, C2PA_SIGNING: 'own' })).toThrow(/^C2PA_SIGNING=own creates a certificate/)
  const many = { DATABASE_URL: 'postgres://db/reverie', SESSION_SECRET: 'x'.repeat(32), WEB_CONCURRENCY: '2' }
  expect(readConfig({ ...many, ...files }).signing).toBeDefined()
  expect(() => readConfig({ ...many, C2PA_SIGNING: 'own' })).toThrow(/^C2PA_SIGNING=own works with one process only/)
})

const GB = 1024 ** 3

test('a configured bucket stores the objects, with the keys of the AWS variables', () => {
  expect(readConfig({}).bucket).toBeUndefined()
  const STORAGE_URL = 's3://clips?endpoint=https://s3.example.org'
  const keys = { AWS_ACCESS_KEY_ID: 'name', AWS_SECRET_ACCESS_KEY: 'secret' }
  expect(readConfig({ STORAGE_URL, ...keys }).bucket).toEqual({
    address: { bucket: 'clips', endpoint: 'https://s3.example.org', region: 'us-east-1', isPathStyle: true },
    keys: { accessKeyId: 'name', secretAccessKey: 'secret' },
    cacheBytes: 20 * GB,
    movesFromDisk: false,
  })
  const other = { STORAGE_URL: 's3://clips?region=eu-1', STORAGE_FROM: 'disk', CACHE_BYTES: '500MB' }
  expect(readConfig(other).bucket).toEqual({
    address: { bucket: 'clips', endpoint: undefined, region: 'eu-1', isPathStyle: false },
    keys: undefined,
    cacheBytes: 500 * 1024 ** 2,
    movesFromDisk: true,
  })
  const styled = readConfig({ STORAGE_URL: `${STORAGE_URL}&region=eu-1&style=host` })
  expect(styled.bucket?.address).toMatchObject({ region: 'eu-1', isPathStyle: false })
})

test('incomplete settings of a bucket are refused', () => {
  const STORAGE_URL = 's3://clips?region=eu-1'
  expect(() => readConfig({ STORAGE_FROM: 'disk' })).toThrow(/^STORAGE_FROM .*STORAGE_URL/)
  expect(() => readConfig({ STORAGE_URL, AWS_ACCESS_KEY_ID: 'name' })).toThrow(/^AWS_ACCESS_KEY_ID and AWS_SECRET/)
  expect(() => readConfig({ STORAGE_URL: 's3://name:hunter2@clips' })).toThrow(/^(?!.*hunter2)/)
})

test('the default reserve is 5 % of the disk, between 2 and 20 GB', () => {
  const { diskReserve } = readConfig({})
  expect([10, 100, 1000].map((size) => diskReserve(size * GB) / GB)).toEqual([2, 5, 20])
  const reserveOf = (DISK_RESERVE: string) => readConfig({ DISK_RESERVE }).diskReserve(1000 * GB) / GB
  expect(['64MB', '1.5 GB', '2TB', '0%', '7.5%'].map(reserveOf)).toEqual([1 / 16, 1.5, 2048, 0, 75])
})
