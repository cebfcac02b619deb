import { expect, test } from 'vitest'
import { box } from '../../test/media/generated-metadata.ts'
import { decodeCbor } from '../../../contract/media/detected-metadata/cbor.ts'
import { cbor, credentialsBox, GENERATED, type ManifestKind } from '../../test/media/generated-credentials.ts'
import { readCredentials } from '../../../contract/media/detected-metadata/credentials.ts'
import { readDetectedMetadata } from '../../../contract/media/detected-metadata/detected-metadata.ts'
import { findPrivateData } from '../../../contract/media/private-data/containers/find-private-data.ts'

async function read(film: Buffer) {
  const source = {
    sizeBytes: film.length,
    read: (offset: number, length: number) => film.subarray(offset, offset + length),
  }
  return (await readDetectedMetadata(source, {}, await findPrivateData(source))).credentials
}

const film = (...manifests: ManifestKind[]) =>
  Buffer.concat([box('ftyp', 'isom'), credentialsBox(...manifests), box('mdat', Buffer.alloc(40_000))])

test.each([
  ['a text', { softwareAgent: 'Sora' }, { tool: 'Sora' }],
  ['an object', { softwareAgent: { name: 'Sora', version: '2' } }, { tool: 'Sora' }],
  [
    'an agent with its model',
    { softwareAgent: 'BytePlus_ModelArk', parameters: { model_name: 'seedance-2' } },
    { tool: 'BytePlus_ModelArk', model: 'seedance-2' },
  ],
])('the tool that made the clip is named by %s', async (_, named, expected) => {
  const created = { action: 'c2pa.created', digitalSourceType: GENERATED, ...named }
  expect(await read(film({ generator: 'a library', actions: [created] }))).toEqual(expected)
})

test('the creating tool is preferred to an editor, and the newest manifest to its ingredients', async () => {
  const made = (softwareAgent: string) => ({ action: 'c2pa.created', softwareAgent, digitalSourceType: GENERATED })
  const cut = { action: 'c2pa.edited', softwareAgent: 'An editor' }
  expect(await read(film({ actions: [made('Sora')] }, { generator: 'An editor', actions: [cut] }))).toEqual({
    tool: 'Sora',
  })
  expect(await read(film({ actions: [made('Old')] }, { actions: [made('New')] }))).toEqual({ tool: 'New' })
})

test('if no action names a tool, the claim generator is named', async () => {
  expect(await read(film({ generator: 'TestApp', actions: [{ action: 'c2pa.opened' }] }))).toEqual({ tool: 'TestApp' })
  expect(await read(film({ actions: [{ action: 'c2pa.opened' }] }))).toEqual({})
})

test('damaged credentials never make the reader fail', () => {
  const stored = credentialsBox({ generator: 'TestApp', actions: [{ action: 'c2pa.created', softwareAgent: 'Sora' }] })
  const whole = stored.subarray(8)
  expect(readCredentials(whole)).toEqual({ tool: 'Sora' })
  for (let at = 0; at < whole.length; at++) {
    const damaged = Buffer.from(whole)
    damaged[at]! ^= 0xff
    expect(readCredentials(damaged)).toBeTypeOf('object')
    expect(readCredentials(whole.subarray(0, at))).toBeTypeOf('object')
  }
})

test('a file without credentials names no tool', async () => {
  expect(await read(Buffer.concat([box('ftyp', 'isom'), box('uuid', Buffer.alloc(60))]))).toBeUndefined()
})

test('CBOR is decoded, and truncated or deeply nested CBOR is refused', () => {
  const a = [1, -70_000, true, 'ä']
  expect(decodeCbor(cbor({ a, none: null }))).toEqual({ a, none: undefined })
  expect(decodeCbor(Buffer.from('9f01bf6161f4ffff', 'hex'))).toEqual([1, { a: false }])
  expect(decodeCbor(Buffer.from('7f61616162ff', 'hex'))).toBe('ab')
  const named = decodeCbor(Buffer.from('a1695f5f70726f746f5f5fa1616201', 'hex'))
  expect(Object.getPrototypeOf(named)).toBe(Object.prototype)
  expect(() => decodeCbor(Buffer.from('9bffffffffffffffff01', 'hex'))).toThrow(RangeError)
  expect(() => decodeCbor(Buffer.alloc(100, 0x81))).toThrow('Nested too deeply')
})
