import type { NetworkInterfaceInfo } from 'node:os'
import { expect, test } from 'vitest'
import { explainListenError, originsOf } from './origins.ts'

const at = (address: string, internal = false): NetworkInterfaceInfo[] => [
  { address, internal, family: 'IPv4', netmask: '', mac: '', cidr: null },
]
const home = {
  wg0: at('10.8.0.2'),
  tun0: at('10.9.0.2'),
  tailscale0: at('100.64.0.2'),
  zt7u4: at('10.1.0.2'),
  lo: at('127.0.0.1', true),
  docker0: at('172.17.0.1'),
  eth0: at('192.168.1.20'),
  wifi: at('169.254.3.4'),
}

test('a listener on all addresses can be reached from the network and locally', () => {
  for (const host of ['0.0.0.0', '::']) {
    expect(originsOf(host, 3000, home)).toEqual(['http://192.168.1.20:3000', 'http://127.0.0.1:3000'])
  }
  expect(originsOf('0.0.0.0', 80, { lo: at('127.0.0.1', true) })).toEqual(['http://127.0.0.1'])
})

test('without IPv4 in the network, IPv6 addresses are named', () => {
  const modern = { lo: at('127.0.0.1', true), eth0: [...at('fe80::1'), ...at('2001:db8::7')] }
  expect(originsOf('::', 3000, modern)).toEqual(['http://[2001:db8::7]:3000', 'http://127.0.0.1:3000'])
})

test('a listener on a single address can be reached at that address only', () => {
  expect(originsOf('127.0.0.1', 3000, home)).toEqual(['http://127.0.0.1:3000'])
  expect(originsOf('fd00::7', 3000, home)).toEqual(['http://[fd00::7]:3000'])
})

test.each([
  ['EADDRINUSE', 'PORT 80 is already in use on 10.0.0.7. Stop the program that uses it'],
  ['EACCES', 'This user may not listen on PORT 80. Set PORT to 1024 or higher'],
  ['EADDRNOTAVAIL', "HOST must be an address of this machine (got '10.0.0.7')."],
  ['EAI_AGAIN', "HOST must be an address of this machine (got '10.0.0.7')."],
  ['EINVAL', "HOST must be an address of this machine (got '10.0.0.7')."],
  ['ENOTFOUND', "HOST must be an address of this machine (got '10.0.0.7')."],
  ['EMFILE', undefined],
])('a listener that fails with %s is explained by %j', (code, sentence) => {
  const said = explainListenError(Object.assign(new Error(code), { code }), { host: '10.0.0.7', port: 80 })
  expect(said?.slice(0, sentence?.length)).toBe(sentence)
})
