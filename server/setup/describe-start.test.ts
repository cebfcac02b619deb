import { expect, test } from 'vitest'
import { describeStart } from './describe-start.ts'

const local = {
  publicUrl: 'http://127.0.0.1:3000',
  isPublicUrlGuessed: false,
  origins: ['http://127.0.0.1:3000'],
  dataDir: '/srv/reverie',
  databaseUrl: undefined,
  bucket: undefined,
  role: 'all' as const,
}
const said = (facts: object, { isTerminal = true, showsSamples = false, hasAdmin = true } = {}) =>
  describeStart({ ...local, ...facts }, { isTerminal, showsSamples, hasAdmin }).join('\n')

test('the first output names the address, the folders and what to do next', () => {
  expect(said({})).toMatch(
    /^Reverie is ready at http:\/\/127\.0\.0\.1:3000\n.*\/srv\/reverie\n.*Ctrl-C\n.*operating\.md.*$/,
  )
  expect(said({}, { isTerminal: false })).toContain(`send SIGTERM to process ${process.pid}`)
})

test('the first output names the bucket', () => {
  const address = { bucket: 'clips', endpoint: 'https://s3.example.org', region: 'eu-1', isPathStyle: true }
  expect(said({ bucket: { address } })).toContain("Files      the bucket 'clips' at https://s3.example.org\n")
})

test('the output mentions samples and the command that removes them', () => {
  expect(said({})).not.toContain('samples')
  expect(said({}, { showsSamples: true })).toMatch(/samples; npm run demo:remove/)
})

test('on a site without an admin, the output begins with how to become its admin', () => {
  expect(said({}, { hasAdmin: false })).toMatch(
    /^This site has no admin yet\. Run `npm run admin` with the same settings to create one\.\nReverie is ready at /,
  )
})

test('on a network, the output explains what plain http means', () => {
  const network = { publicUrl: 'http://192.168.1.20:3000', isPublicUrlGuessed: true }
  const origins = ['http://192.168.1.20:3000', 'http://127.0.0.1:3000']
  expect(said({ ...network, origins })).toMatch(/set PUBLIC_URL[^]*plain http[^]*https/)
  const proxied = said({ publicUrl: 'https://videos.example.org' })
  expect(proxied).toMatch(
    /^Reverie is ready at https:\/\/videos\.example\.org\n {2}Listens at http:\/\/127\.0\.0\.1:3000\n/,
  )
  expect(proxied).not.toContain('plain http')
})
