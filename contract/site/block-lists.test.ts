import { expect, test } from 'vitest'
import { BLOCK_LIST_MAX, BlockedDomains, BlockedNetworks } from './block-lists.ts'

test.each([
  [' Spam.EXAMPLE ', 'spam.example'],
  ['@spam.example', 'spam.example'],
  ['a@b@spam.example', 'spam.example'],
  ['*.spam.example', 'spam.example'],
  ['.spam.example.', 'spam.example'],
  ['https://WWW.spam.example:8080/@x?y#z', 'spam.example'],
  ['%73pam.example', 'spam.example'],
  ['Bücher.example', 'xn--bcher-kva.example'],
  ['bu\u0308cher.example', 'xn--bcher-kva.example'],
  ['ｓｐａｍ。ｅｘａｍｐｌｅ', 'spam.example'],
  ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
])('the domain %j is stored as %s', (typed, stored) => {
  expect(BlockedDomains.parse([typed])).toEqual([stored])
})

test.each([
  'com',
  'http://localhost/x',
  '1.2.3.4',
  '[::1]',
  'spam example.com',
  'a..b',
  '-a.com',
  `${'x'.repeat(64)}.com`,
  `${'x.'.repeat(140)}com`,
  'javascript:alert(1)',
  'spam.example%00.com',
  '<b>.com',
])('%j is refused as a domain, and the message quotes it as typed', (typed) => {
  expect(BlockedDomains.safeParse([typed]).error?.issues[0]?.message).toBe(
    `“${typed}” isn’t a domain, such as example.com`,
  )
})

test.each([
  ['192.0.2.1', '192.0.2.1/32'],
  [' 192.0.2.0/24 ', '192.0.2.0/24'],
  ['2001:DB8:0::1', '2001:db8::1/128'],
  ['2001:db8:0:0::/32', '2001:db8::/32'],
])('the network %j is stored as %s', (typed, stored) => {
  expect(BlockedNetworks.parse([typed])).toEqual([stored])
})

test.each([
  ['spam.example', 'isn’t an address'],
  ['192.0.2.0/33', 'isn’t an address'],
  ['192.0.2.0/', 'isn’t an address'],
  ['192.0.2.0/24/8', 'isn’t an address'],
  ['010.0.0.1', 'isn’t an address'],
  ['fe80::1%eth0', 'isn’t an address'],
  ['0.0.0.0/0', 'covers too many addresses'],
  ['192.0.2.0/7', 'covers too many addresses'],
  ['::/0', 'covers too many addresses'],
])('the network %j is refused: it %s', (typed, reason) => {
  expect(BlockedNetworks.safeParse([typed]).error?.issues.map(({ message }) => message)).toEqual([
    expect.stringContaining(reason),
  ])
})

const tooMany = 'Please use at most 1,000 entries, in at most 4,000 lines'

test('empty lines and duplicates do not count as entries', () => {
  const domains = Array.from({ length: BLOCK_LIST_MAX }, (_, i) => `spam${i}.example`)
  expect(BlockedDomains.parse([...domains, '', '  ', 'SPAM0.example', 'www.spam1.example'])).toEqual(domains)
  expect(BlockedDomains.safeParse([...domains, 'one.more.example']).error?.issues[0]?.message).toBe(tooMany)
})

test('up to 4,000 lines may be empty or duplicates', () => {
  expect(BlockedDomains.parse(Array.from({ length: 4_000 }, () => 'spam.example'))).toEqual(['spam.example'])
})

test.each([
  [4_001, 'spam.example'],
  [80_000, 'spam.example'],
  [80_000, {}],
])('%d lines are refused before they are read: %j', (length, line) => {
  const { error } = BlockedDomains.safeParse(Array.from({ length }, () => line))
  expect(error?.issues.map(({ message }) => message)).toEqual([tooMany])
})
