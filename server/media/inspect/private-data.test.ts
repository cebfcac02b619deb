import { expect, test } from 'vitest'
import { ByteReader, TooMuchHiddenDataError } from '../../../contract/media/private-data/byte-reader.ts'
import { Collector } from '../../../contract/media/private-data/collector.ts'
import { findPrivateData } from '../../../contract/media/private-data/containers/find-private-data.ts'
import type { Edit } from '../../../contract/media/private-data/private-data.ts'
import { bytesOfClip } from '../../test/media/generated-clip.ts'
import {
  attachment,
  box,
  C2PA_UUID,
  element,
  iTunesTags,
  quickTimeTags,
  quickTimeText,
  simpleTag,
  uint32,
  withMovieBoxes,
  withSegmentElements,
} from '../../test/media/generated-metadata.ts'
import { mutate } from '../../test/media/mutations.ts'

const mp4 = made('mp4')
const mkv = made('matroska')

function made(muxer: 'mp4' | 'matroska' | 'ogg', tags = {}): Buffer {
  return bytesOfClip({
    muxer,
    tags,
    seconds: 0.1,
    width: 64,
    height: 64,
    ...(muxer === 'ogg' && { codec: 'libtheora' }),
  })
}

function find(bytes: Buffer) {
  return findPrivateData({ sizeBytes: bytes.length, read: (at, length) => bytes.subarray(at, at + length) })
}

function changed(bytes: Buffer, edits: Edit[]): Buffer {
  const copy = Buffer.from(bytes)
  for (const { offset, sizeBytes, start = '', fill = 0 } of edits) {
    copy.fill(fill, offset, offset + sizeBytes)
    Buffer.from(start, 'hex').copy(copy, offset)
  }
  return copy
}

test('a movie that begins like a packet is not changed', async () => {
  const [clock, media] = [Buffer.from([0x47, 0, 0x14, 0x10]), Buffer.alloc(184, 'mdat')]
  expect((await find(Buffer.concat([clock, media, clock, media, clock, media]))).edits).toEqual([])
})

/** Applies the edits to `bytes` and checks that a second pass finds nothing. */
async function cleaned(bytes: Buffer): Promise<string> {
  const copy = changed(bytes, (await find(bytes)).edits)
  expect((await find(copy)).edits).toEqual([])
  return copy.toString('latin1')
}

const secret = 'a canary'

test.each([0, 4])(
  'only the clock and metadata tracks are removed from a transport stream with %i bytes before each packet',
  async (before) => {
    const section = (table: number, ...body: number[]) =>
      Buffer.from([0, table, 0xb0, body.length + 9, 0, 1, 0xc1, 0, 0, ...body, 0, 0, 0, 0])
    const track = (type: number, id: number, descriptors = '') => {
      const head = Buffer.from([type, 0xe0 | (id >> 8), id & 255, 0xf0, descriptors.length])
      return [...head, ...Buffer.from(descriptors)]
    }
    const audio = Array.from({ length: 40 }, (_, i) => track(0x0f, 0x200 + i)).flat()
    const [metadata, measured, subtitles] = [track(0x15, 0x101), track(6, 0x102, '\x05\x04KLVA'), track(6, 0x103)]
    const tracks = [...track(0x1b, 0x100), ...metadata, ...audio, ...measured, ...subtitles]
    // The table of tracks continues in a second packet. Before that, it is sent without its second packet.
    const table = section(2, 0xe1, 0, 0xf0, 0, ...tracks)
    const [start, rest] = [table.subarray(0, 184), table.subarray(184)]
    const third = Buffer.from([...rest.subarray(0, 4), ...track(0x15, 0x100)])
    const packets: [id: number, counter: number, content: Buffer][] = [
      [0, 0, section(0, 0, 1, 0xe0, 0x30)],
      [0x30, 7, start],
      [0x30, 9, third],
      [0x30, 15, start],
      [0x30, 0, rest],
      ...[0x100, 0x14, 0x101, 0x102, 0x103, 0x210].map((id): [number, number, Buffer] => [id, 0, Buffer.alloc(0)]),
    ]
    const bytes = packets.map(([id, counter, content]) => {
      const head = Buffer.from([0x47, (content === start || id === 0 ? 0x40 : 0) | (id >> 8), id & 255, 0x10 | counter])
      return Buffer.concat([Buffer.alloc(before), head, content, Buffer.alloc(184 - content.length, '\n')])
    })
    const { edits, kinds } = await find(Buffer.concat(bytes))
    const removed = edits.map(({ offset, sizeBytes }) => [packets[(offset - before) / (188 + before)]?.[0], sizeBytes])
    expect(removed).toEqual([0x14, 0x101, 0x102].map((id) => [id, 188]))
    expect(kinds).toEqual(['date', 'measurements'])
  },
)

test('a file without private data is unchanged', async () => {
  for (const film of [mp4, mkv])
    expect(await find(film)).toMatchObject({ edits: [], kinds: [], holdsCredentials: false })
})

test('boxes and values of any length are read to their end', async () => {
  const unsized = box('udta', quickTimeText('©aut', secret))
  unsized.writeUInt32BE(0)
  const long = Buffer.concat([
    uint32(1),
    Buffer.from('udta'),
    uint32(0, 16 + 20),
    uint32(20),
    Buffer.from('©aut', 'latin1'),
    uint32(0),
    Buffer.from(secret),
  ])
  const value = `${'x'.repeat(300_000)}${secret}`
  for (const tags of [unsized, long, iTunesTags({ '©cmt': value }), box('udta', box('meta', uint32(0), value))]) {
    expect(tags.includes(secret)).toBe(true)
    expect(await cleaned(withMovieBoxes(mp4, tags))).not.toContain(secret)
  }
  const film = withMovieBoxes(mp4, iTunesTags({ '©cmt': secret }))
  film.writeUInt32BE(0, film.lastIndexOf('moov') - 4)
  expect(await cleaned(film)).not.toContain(secret)
})

test('metadata patterns inside frames and audio are ignored', async () => {
  const inside = box('udta', quickTimeText('©xyz', '+52.5200+013.4050/'))
  const film = Buffer.concat([mp4, box('mdat', inside)])
  expect((await find(film)).edits).toEqual([])
})

test('a free box that holds samples is left alone', async () => {
  const film = Buffer.from(mp4)
  film.write('free', film.indexOf('mdat'), 'latin1')
  expect((await find(film)).edits).toEqual([])
  expect(await cleaned(Buffer.concat([film, box('free', secret)]))).not.toContain(secret)
})

test('a date alone stays in a file with content credentials', async () => {
  const dated = Buffer.from(mp4)
  dated.writeUInt32BE(3_000_000_000, dated.indexOf('mvhd') + 8)
  expect((await find(dated)).kinds).toEqual(['date'])
  const credentials = box('uuid', C2PA_UUID, uint32(0), 'signed')
  const credentialsAt = { offset: dated.length + 8, sizeBytes: credentials.length - 8 }
  const credentialsBytes = credentialsAt.sizeBytes
  const nothing = { edits: [], kinds: [], holdsCredentials: true, credentialsBytes, credentialsAt }
  expect(await find(Buffer.concat([dated, credentials]))).toEqual(nothing)
})

test('measurement tracks in fragments are removed sample by sample', async () => {
  const samples = ['one of them, a canary', 'and another, a canary']
  const run = box('trun', uint32(0x201, 2, 0), uint32(...samples.map(({ length }) => length)))
  const moof = box('moof', box('traf', box('tfhd', uint32(0x20000, 7)), run))
  moof.writeUInt32BE(moof.length + 8, moof.indexOf('trun') + 12)
  const track = box(
    'trak',
    box('tkhd', uint32(0, 0, 0, 7)),
    box('mdia', box('hdlr', uint32(0, 0), 'meta', uint32(0, 0, 0), '\0')),
  )
  const film = Buffer.concat([box('ftyp', 'isom'), box('moov', track), moof, box('mdat', ...samples, 'pictures')])
  const left = await cleaned(film)
  expect(left).not.toContain('canary')
  expect(left).toContain('pictures')
})

test('frame tracks are kept even if a data handler follows their own handler', async () => {
  const full = (type: string, ...numbers: number[]) => box(type, uint32(0, ...numbers))
  const handler = (type: string) => box('hdlr', uint32(0, 0), type, uint32(0, 0, 0), '\0')
  const ftyp = box('ftyp', 'isom')
  const film = (kind: string, header: string) => {
    const table = (offset: number) => box('stbl', full('stsz', 8, 1), full('stsc', 1, 1, 1, 1), full('stco', 1, offset))
    const moov = (offset: number) =>
      box('moov', box('trak', box('mdia', handler(kind), box('minf', full(header), handler('alis'), table(offset)))))
    const offset = ftyp.length + moov(0).length + 8
    return Buffer.concat([ftyp, moov(offset), box('mdat', 'pictures')])
  }
  for (const [kind, header] of [
    ['vide', 'vmhd'],
    ['soun', 'smhd'],
    ['????', 'vmhd'],
  ] as const) {
    expect((await find(film(kind, header))).edits).toEqual([])
  }
  expect(await cleaned(film('meta', 'nmhd'))).not.toContain('pictures')
})

test('a live Matroska, whose parts have no sizes, is read to its end', async () => {
  const track = element(
    'ae',
    element('d7', Buffer.from([1])),
    element('83', Buffer.from([17])),
    element('86', 'S_TEXT/UTF8'),
  )
  const cue = (text: string) => element('a3', Buffer.from([0x81, 0, 0, 0]), text)
  const unsized = (id: string) => Buffer.concat([Buffer.from(id, 'hex'), Buffer.from('01ffffffffffffff', 'hex')])
  const film = Buffer.concat([
    element('1a45dfa3'),
    unsized('18538067'),
    element('1654ae6b', track),
    unsized('1f43b675'),
    element('e7', Buffer.from([0])),
    cue('GPS (13.4050, 52.5200, 18)'),
    unsized('1f43b675'),
    cue('longitude: 13.405000'),
    attachment('canary.png', Buffer.from(secret)),
    Buffer.from([0, 0, 0]),
    simpleTag('LOCATION', secret),
  ])
  expect(await cleaned(film)).not.toMatch(/canary|13\.40/)
})

test('a checksum of changed Matroska data is removed', async () => {
  const checksum = element('bf', Buffer.from([1, 2, 3, 4]))
  const film = withSegmentElements(mkv, element('1549a966', checksum, element('7384', secret)))
  const left = Buffer.from(await cleaned(film), 'latin1')
  expect(left.includes(checksum)).toBe(false)
  expect(left.includes(secret)).toBe(false)
})

test('the pages of an edited Ogg have correct checksums', async () => {
  const film = made('ogg', { artist: secret, title: 'The harbour' })
  const left = Buffer.from(await cleaned(film), 'latin1')
  expect(left.includes(secret)).toBe(false)
  expect(left.includes('The harbour')).toBe(true)
  expect(oggChecksum(film)).toBe(true)
  expect(oggChecksum(left)).toBe(true)
})

test.each([
  [0x04, 'FLAC', '\x7fFLAC'],
  [0x84, 'FLAC', '\x7fFLAC'],
  [0x84, 'FLAC in an early Ogg', 'fLaC'],
])('the comments behind the byte %i of %s are found', async (start, _, head) => {
  const comments = Buffer.concat([
    Buffer.from([start, 0, 0, 0]),
    littleEndian(0),
    littleEndian(1),
    littleEndian(ofArtist.length),
    ofArtist,
  ])
  const film = Buffer.concat([oggPage(1, Buffer.from(head)), oggPage(1, comments)])
  expect(await cleaned(film)).not.toContain(secret)
  // A packet of another codec may begin with the same byte.
  expect(await cleaned(oggPage(1, comments))).toContain(secret)
})

const ofArtist = Buffer.from(`artist=${secret}`)
const littleEndian = (value: number) => uint32(value).toReversed()

/** Returns a page with one packet of less than 255 bytes. */
function oggPage(serial: number, packet: Buffer): Buffer {
  const head = Buffer.alloc(28)
  head.write('OggS')
  head.writeUInt32LE(serial, 14)
  head[26] = 1
  head[27] = packet.length
  return Buffer.concat([head, packet])
}

/** Whether each page has the correct checksum by the polynomial of RFC 3533, computed bit by bit. */
function oggChecksum(film: Buffer): boolean {
  for (let at = 0; at < film.length;) {
    const segments = film[at + 26]!
    const end = at + 27 + segments + film.subarray(at + 27, at + 27 + segments).reduce((sum, each) => sum + each, 0)
    const page = Buffer.from(film.subarray(at, end))
    const stored = page.readUInt32LE(22)
    page.writeUInt32LE(0, 22)
    let sum = 0n
    for (const byte of page) {
      sum ^= BigInt(byte) << 24n
      for (let bit = 0; bit < 8; bit++) sum = (sum << 1n) ^ (sum & 0x80000000n ? 0x104c11db7n : 0n)
    }
    if (sum !== BigInt(stored)) return false
    at = end
  }
  return true
}

test('media and indexes of an AVI stay, also outside of their list, and unknown chunks do not', async () => {
  const chunk = (type: string) => Buffer.concat([Buffer.from(type), littleEndian(secret.length), Buffer.from(secret)])
  const avi = (...types: string[]) =>
    Buffer.concat([Buffer.from('RIFF'), littleEndian(2 ** 31), Buffer.from('AVI '), ...types.map(chunk)])
  for (const type of ['00dc', '01wb', 'ix00', 'idx1', 'strf']) expect((await find(avi(type))).edits).toEqual([])
  expect(await cleaned(avi('00dc', 'note', '01wb'))).toBe(
    changed(avi('00dc', 'JUNK', '01wb'), [{ offset: 36, sizeBytes: 8 }]).toString('latin1'),
  )
})

test('scripts of an FLV are cleaned, also with reserved bits in their type, and its media are not', async () => {
  const artist = Buffer.concat([Buffer.from([0, 6]), Buffer.from('artist'), Buffer.from([2, 0, secret.length])])
  const script = Buffer.concat([Buffer.from([2, 0, 1, 0x78, 3]), artist, Buffer.from(secret), Buffer.from([0, 0, 9])])
  const flv = (type: number) =>
    Buffer.concat([
      Buffer.from('FLV\x01\x05\0\0\0\x09\0\0\0\0', 'latin1'),
      Buffer.from([type, 0, 0, script.length, 0, 0, 0, 0, 0, 0, 0]),
      script,
    ])
  for (const type of [18, 0x80 | 18]) expect(await cleaned(flv(type))).not.toContain(secret)
  for (const type of [8, 9]) expect((await find(flv(type))).edits).toEqual([])
})

test('a file that needs too many edits is refused rather than edited in part', () => {
  const found = new Collector(new ByteReader({ sizeBytes: 2 ** 30, read: () => new Uint8Array(0) }))
  const addMany = () => {
    for (let at = 0; at < 100_001; at++) found.replace(['note'], at * 8, 4, [])
  }
  expect(addMany).toThrow(TooMuchHiddenDataError)
})

test('the search in a damaged file ends, with all edits inside the file', async () => {
  const tags = quickTimeTags({ prompt: secret, AIGC: '{}' })
  const films = [withMovieBoxes(mp4, tags), withSegmentElements(mkv, attachment('canary', Buffer.from(secret)))]
  for (const film of films) {
    for (let seed = 0; seed < 200; seed++) {
      const damaged = mutate(film, seed)
      const { edits } = await find(damaged)
      for (const { offset, sizeBytes, start = '' } of edits) {
        expect(offset).toBeGreaterThanOrEqual(0)
        expect(sizeBytes).toBeGreaterThan(0)
        expect(offset + sizeBytes).toBeLessThanOrEqual(damaged.length)
        expect(start.length / 2).toBeLessThanOrEqual(sizeBytes)
      }
    }
  }
})

test('text crafted to keep a reader busy does not slow the reader', async () => {
  const size = 200_000
  const texts = ['<', '<a', '<a b', '"', '{"a\\', ' /a', '+12.1', 'a@', 'sk-', 'GPS '].map((part) =>
    part.repeat(size / part.length),
  )
  for (const text of texts) {
    const film = withMovieBoxes(
      mp4,
      box('udta', box('XMP_', `DigitalSourceType${text}`)),
      iTunesTags({ '©cmt': `{"aigc_label_type":1,${text}`, '©nam': text }),
    )
    const outcome = await find(film).catch((error: unknown) => error)
    expect(outcome instanceof TooMuchHiddenDataError || 'edits' in (outcome as object)).toBe(true)
  }
})
