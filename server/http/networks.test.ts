import { expect, test } from 'vitest'
import { amongNetworks } from './networks.ts'

test.each([
  ['10.0.0.0/8', '10.255.0.1', true],
  ['10.0.0.0/8', '::ffff:10.255.0.1', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['127.0.0.1', '::ffff:127.0.0.1', true],
  ['fd00::/8', 'fd12::1', true],
  ['::1', '::1', true],
  ['::1', 'not an address', false],
  ['::1', '', false],
])('whether the network %s contains %s: %s', (network, address, isIn) => {
  expect(amongNetworks([network])(address)).toBe(isIn)
})
