import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const shipped = (path: string) => readFileSync(resolve(import.meta.dirname, '../..', path), 'utf8')
const guide = shipped('docs/operating.md')
const config = shipped('ops/nginx.conf')

test('ops/nginx.conf has the guide’s folder and host, and Reverie’s port', () => {
  const dataDir = /^DATA_DIR='(.*)'$/m.exec(guide)?.[1]
  const host = /^PUBLIC_URL='https:\/\/(.*)'$/m.exec(guide)?.[1]
  expect(config).toContain(`alias ${dataDir}/objects/;`)
  expect(config).toContain(`server_name ${host};`)
  expect(config).toContain('server 127.0.0.1:3000 ')
})

test('the guide’s commands name the site in ops/nginx.conf and enable HTTPS', () => {
  const commands = guide.match(/^sed .*\/reverie\.conf$/gm) ?? []
  const [named = [], secure = []] = commands.map((line) =>
    [...line.matchAll(/'(.*?)'/g)].flatMap(([, script = '']) => ['-e', script.replace('YOUR.NAME', 'club.example')]),
  )
  const edit = (input: string, scripts: string[]) => spawnSync('sed', scripts, { input, encoding: 'utf8' }).stdout
  const plain = edit(config, named)
  const https = edit(plain, secure)
  expect(https).not.toMatch(/#tls|#plain|videos\.example\.org/)
  for (const text of [plain, https].map((each) => each.replace(/#.*/g, ''))) {
    expect(text.match(/{/g)).toHaveLength(text.match(/}/g)!.length)
  }
  const serversOf = (text: string) =>
    text
      .split(/^server {/m)
      .slice(1)
      .map((server) => ({
        listen: [...server.matchAll(/^ *listen (.*);/gm)].map(([, address]) => address),
        isRedirect: /return 301 https:/.test(server),
        names: /server_name (.*?);/.exec(server)?.[1],
      }))
  const names = 'club.example'
  expect(serversOf(plain.replace(/^#tls .*/gm, ''))).toEqual([{ listen: ['80', '[::]:80'], isRedirect: false, names }])
  expect(serversOf(https)).toEqual([
    { listen: ['443 ssl http2', '[::]:443 ssl http2'], isRedirect: false, names },
    { listen: ['80', '[::]:80'], isRedirect: true, names },
  ])
})
