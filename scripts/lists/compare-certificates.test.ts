import { expect, test } from 'vitest'
import { createAuthority } from '../../server/test/media/signed-clips.ts'
import { compareCertificates, describeCertificate } from './compare-certificates.ts'

test('additions and removals are reported; order and comments are ignored', async () => {
  const rootOf = async (name: string) => (await createAuthority(name)).root
  const [one, two, three] = [await rootOf('One'), await rootOf('Two'), await rootOf('Three')]
  const { added, removed } = compareCertificates(`${one}${two}`, `A comment\n${three}\n${one}`)
  expect([added, removed].map((list) => list.map(String))).toEqual([[three], [two]])
  expect(describeCertificate(added[0]!)).toMatch(/^Reverie: its own authority \(Three\), until .* SHA-256 [\dA-F:]+$/)
  expect(compareCertificates(one, `${one}\n`)).toEqual({ added: [], removed: [] })
})

test('a malformed list is not treated as empty', async () => {
  const { root } = await createAuthority('One')
  expect(() => compareCertificates(root, '<html>Not found</html>')).toThrow('no certificates')
  const damaged = root.replace('MII', 'MIX')
  expect(() => compareCertificates(root, damaged)).toThrow()
})
