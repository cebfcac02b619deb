import { spawn } from 'node:child_process'
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findFreePort } from '../../server/embedded/free-port.ts'

/** The machine's own. Nothing needs it: what it does with its defaults, `buffering-proxy.ts` does everywhere. */
const program = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'nginx'))
  .find(isProgram)

export const hasNginx = program !== undefined

export const notRun = 'Not run: uploads through a real nginx (there is none on the PATH).'

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface Nginx {
  url: string
  stop(): Promise<void>
}

/** @param location What stands in the only `location` of the only server. */
export async function startNginx(location: string): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'reverie-nginx-'))
  chmodSync(folder, 0o711) // Started as root, its workers run as somebody else.
  const url = `http://127.0.0.1:${await findFreePort()}`
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join('\n')
  const config = `
    daemon off;
    pid ${join(folder, 'pid')};
    error_log stderr crit;
    events {}
    http {
      access_log off;
      ${scratch}
      server { listen ${new URL(url).host}; location / { ${location} } }
    }`
  writeFileSync(join(folder, 'nginx.conf'), config)
  const nginx = spawn(program ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  const exited = once(nginx, 'exit')
  while (!(await fetch(url).catch(() => undefined))) {
    if (nginx.exitCode !== null) throw new Error('nginx did not start.')
    await new Promise((next) => setTimeout(next, 10))
  }
  return {
    url,
    async stop() {
      nginx.kill()
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
