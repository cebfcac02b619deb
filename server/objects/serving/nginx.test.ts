import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testNginx } from './nginx.suite.ts'

const shipped = (path: string) => readFileSync(resolve(import.meta.dirname, '../../..', path), 'utf8')

test('ops/nginx.conf has the folder and the host that the guide names, and the port at which Reverie listens', () => {
  const guide = shipped('docs/operating.md')
  const dataDir = /^DATA_DIR='(.*)'$/m.exec(guide)?.[1]
  const host = /^PUBLIC_URL='https:\/\/(.*)'$/m.exec(guide)?.[1]
  const config = shipped('ops/nginx.conf')
  expect(config).toContain(`alias ${dataDir}/objects/;`)
  expect(config).toContain(`server_name ${host};`)
  expect(config).toContain('server 127.0.0.1:3000 ')
})

describe('files on a disk', () => {
  testNginx('disk')
})

describe('files in a bucket', () => {
  testNginx('stub')
})
