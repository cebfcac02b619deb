import { expect, test } from 'vitest'
import { isPrivateReceiver, postWebhook, PRIVATE_REFUSAL } from './post-webhook.ts'

const refused = [
  ['this machine', '127.0.0.1', '0.0.0.0', '2130706433', 'localhost', '[::1]', '[::]'],
  ['private networks', '10.1.2.3', '172.31.255.255', '192.168.0.1', '[fd00::1]', '[fec0::1]'],
  ['a link', '169.254.169.254', '[fe80::1]'],
  ['a carrier', '100.64.0.1', '100.127.255.255'],
  ['protocols, benchmarks and discarded packets', '192.0.0.8', '198.18.0.1', '198.19.255.255', '[100::1]'],
  ['multicast and broadcast', '239.255.255.250', '255.255.255.255', '[ff02::1]'],
  ['IPv6 for any IPv4 address', '[::ffff:127.0.0.1]', '[::127.0.0.1]', '[::ffff:0:127.0.0.1]'],
  ['NAT64', '[64:ff9b::127.0.0.1]', '[64:ff9b:1::127.0.0.1]'],
  ['6to4 and Teredo', '[2002:7f00:1::]', '192.88.99.1', '[2001:0:7f00:1::]'],
].flatMap(([network, ...hosts]) => hosts.map((host) => [network, host]))

test.each(refused)('no webhook is posted to an address for %s: %s', async (_, host) => {
  const address = `http://${host}:1/`
  expect(await isPrivateReceiver(address)).toBe(true)
  await expect(postWebhook(address, {}, { allowsPrivate: false })).rejects.toThrow(PRIVATE_REFUSAL)
})

test.each([
  '9.255.255.255',
  '100.63.255.255',
  '172.32.0.0',
  '198.20.0.0',
  '223.255.255.255',
  '[::ffff:9.255.255.255]',
  '[2606:4700::1111]',
])('%s is a public address', async (host) => {
  expect(await isPrivateReceiver(`http://${host}/`)).toBe(false)
})
