import { expect, test } from 'vitest'
import { createAuthority } from '../../server/test/media/signed-clips.ts'
import { compareCertificates, describeCertificate } from './compare-certificates.ts'

test('additions and removals are reported; order and comments are ignored', () => {
  const [one, two, three] = ['One', 'Two', 'Three'].map((name) => createAuthority(name).root) as [
    string,
    string,
    string,
  ]
  const { added, removed } = compareCertificates(`${one}${two}`, `A comment\n${three}\n${one}`)
  expect([added, removed].map((list) => list.map(String))).toEqual([[three], [two]])
  expect(describeCertificate(added[0]!)).toMatch(/^Root \w+ \(Authority of a test\), until .* SHA-256 [\dA-F:]+$/)
  expect(compareCertificates(one, `${one}\n`)).toEqual({ added: [], removed: [] })
})

test('a malformed list is not treated as empty', () => {
  const { root } = createAuthority('One')
  expect(() => compareCertificates(root, '<html>Not found</html>')).toThrow('no certificates')
  const damaged = root.replace('MII', 'MIX')
  expect(() => compareCertificates(root, damaged)).toThrow()
})
