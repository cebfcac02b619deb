import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { getFreePort } from '../../../server/embedded/free-port.ts'
import { findProgram } from './find-program.ts'

/**
 * The nginx installed on this machine, if any. It is optional: `buffering-proxy.ts` runs on every machine and behaves
 * like nginx with default settings.
 */
const program = findProgram('nginx')

export const hasNginx = program !== undefined

/** Milliseconds after which waiting for nginx fails. */
const START_LIMIT_MS = 60_000

export const notRun = 'Not run: uploads and objects through a real nginx (there is none on the PATH).'

export interface Nginx {
  url: string
  stop(): Promise<void>
}

/** Returns the configuration of a server with a single location. */
export function onlyLocation(location: string): NginxSite {
  return { http: ({ listen }) => `server { listen ${listen}; location / { ${location} } }` }
}

/**
 * Returns the shipped `ops/nginx.conf` with the addresses and folders of this machine.
 *
 * @param apps Addresses of the web processes.
 * @param options `objects`: folder of the objects. `bucket`: address of the bucket's server.
 */
export function asInOps(apps: string[], { objects = '/nowhere', bucket = '' } = {}): NginxSite {
  const servers = apps.map((app) => `  server ${new URL(app).host} max_fails=3 fail_timeout=2s;\n`)
  const config = readFileSync(resolve(import.meta.dirname, '../../../ops/nginx.conf'), 'utf8')
    .replace(/( *server 127\.0\.0\.1:\d+ max_fails=3 fail_timeout=2s;\n)+/, servers.join(''))
    .replace('/srv/reverie/data/objects', objects)
    .replaceAll('127.0.0.1:9000', URL.parse(bucket)?.host ?? '127.0.0.1:9')
  return {
    http({ listen, folder }) {
      // Imitates /var/cache of a machine that has only nginx.
      const caches = join(folder, 'cache')
      mkdirSync(caches)
      chmodSync(caches, 0o755)
      return config
        .replace(/^ *listen \[::\]:80;.*\n/m, '')
        .replace('listen 80;', `listen ${listen};`)
        .replace('/var/cache/', `${caches}/`)
    },
  }
}

export interface NginxSite {
  /**
   * Returns the content of the `http` block.
   *
   * @param place Host and port to listen on, and a folder for files that nginx writes.
   */
  http(place: { listen: string; folder: string }): string
}

/**
 * Starts nginx and waits until it responds.
 *
 * @param user User and group of the workers, if root starts nginx.
 * @param port Port to listen on. By default a free one.
 */
export async function startNginx(
  site: NginxSite,
  { user, port }: { user?: string; port?: number | undefined } = {},
): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'reverie-nginx-'))
  chmodSync(folder, 0o711) // If nginx is started as root, its workers run as another user.
  const url = `http://127.0.0.1:${port ?? (await getFreePort())}`
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join('\n')
  const config = `
    daemon off;
    ${user ? `user ${user};` : ''}
    pid ${join(folder, 'pid')};
    error_log stderr crit;
    events {}
    http {
      access_log off;
      ${scratch}
      ${site.http({ listen: new URL(url).host, folder })}
    }`
  writeFileSync(join(folder, 'nginx.conf'), config)
  const nginx = spawn(program ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  // `once` from node:events would reject if the program cannot be run, perhaps before anything awaits the promise. This
  // promise never rejects.
  const exited = new Promise<void>((done) => nginx.once('exit', () => done()).once('error', () => done()))
  const stop = async () => {
    nginx.kill()
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await untilItAnswers(nginx, url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stop }
}

/** Waits until nginx responds. @throws {Error} If nginx exited or does not respond at this address. */
async function untilItAnswers(nginx: ChildProcess, url: string): Promise<void> {
  const end = Date.now() + START_LIMIT_MS
  while (!(await fetch(url, { signal: AbortSignal.timeout(START_LIMIT_MS) }).catch(() => undefined))) {
    if (nginx.pid === undefined || nginx.exitCode !== null) throw new Error('nginx did not start.')
    if (Date.now() > end) throw new Error(`nginx does not answer on ${url}.`)
    await new Promise((next) => setTimeout(next, 10))
  }
}
