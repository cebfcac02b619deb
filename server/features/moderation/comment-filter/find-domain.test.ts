import { describe, expect, test } from 'vitest'
import { mayNameDomain, namesDomain } from './find-domain.ts'

const domains = ['cashnow.online', 'shop.example.com', 'xn--bcher-kva.example', 'bad.co.uk']

describe('a text names a blocked domain', () => {
  test.each([
    'go to https://cashnow.online/x?y',
    'CashNow.ONLINE',
    'win at a.b.cashnow.online!',
    'someone@cashnow.online',
    'https://good.org@cashnow.online/',
    'https://c%61shnow.online/',
    'ｃａｓｈｎｏｗ．ｏｎｌｉｎｅ',
    'cashnow。online',
    'cash\u200bnow.online',
    'саshnоw.online',
    '_cashnow.online_',
    'cashnow.online.',
    'Bücher.example',
    'bu\u0308cher.example',
    'XN--BCHER-KVA.example',
    'www.bücher.example/a',
    'bad.co.uk:80',
  ])('%j', (text) => {
    expect(namesDomain(text, domains)).toBe(true)
    expect(mayNameDomain(text, domains)).toBe(true)
    expect(namesDomain(text, [])).toBe(false)
  })
})

describe('a text names a blocked domain in a form that evades filters', () => {
  test.each([
    'cashnow dot online',
    'cashnow . online',
    'cashnow[.]online',
    'cashnow.\nonline',
    'c a s h n o w . o n l i n e',
    'cashnow🔴online',
  ])('%j', (text) => {
    expect(mayNameDomain(text, domains)).toBe(true)
    expect(mayNameDomain(text, [])).toBe(false)
  })
})

test.each([
  'notcashnow.online',
  'x-cashnow.online',
  'cashnow.online-x',
  'cashnow.online.evil.org',
  'example.com',
  'bucher.example',
  'the cashnow online shop',
  'co.uk',
])('the text %j names no blocked domain', (text) => {
  expect(mayNameDomain(text, domains)).toBe(false)
})

// A quadratic search would exceed the runner's timeout.
test.each(['a.', '_', ' ', '[(', 'ab.cd ', 'ﷺ'])('a long text of %j is searched in linear time', (text) => {
  expect(namesDomain(text.repeat(100_000), domains)).toBe(false)
})
