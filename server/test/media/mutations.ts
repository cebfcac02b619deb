import { seededRandom } from '../seeded-random.ts'
import { box, uint32 } from './generated-metadata.ts'

/** For tests: damaged, truncated and disguised versions of good files. A seed always gives the same version. */

/** Returns a generator of whole numbers from 0 to below `limit`. */
export function seeded(seed: number): (limit: number) => number {
  const random = seededRandom(seed)
  return (limit) => Math.floor(random() * limit)
}

type Random = ReturnType<typeof seeded>

/** Parsers read mostly the start. */
const HEAD_BYTES = 512

const mutations: ((good: Buffer, random: Random) => Buffer)[] = [
  function cutOff(good, random) {
    return good.subarray(0, random(good.length))
  },
  function flipBits(good, random) {
    const bad = Buffer.from(good)
    for (let i = 0; i < 1 + random(20); i++) bad[random(bad.length)]! ^= 1 << random(8)
    return bad
  },
  function flipBitsOfHead(good, random) {
    const bad = Buffer.from(good)
    for (let i = 0; i < 1 + random(6); i++) bad[random(Math.min(HEAD_BYTES, bad.length))]! ^= 1 << random(8)
    return bad
  },
  function claimHugeSizes(good, random) {
    const bad = Buffer.from(good)
    for (let i = 0; i < 1 + random(3); i++) bad.writeUInt32BE(0xffffffff - random(9), random(bad.length - 4))
    return bad
  },
  function blank(good, random) {
    const from = random(good.length)
    return Buffer.from(good).fill(random(2) * 255, from, from + random(good.length - from))
  },
  function repeatPart(good, random) {
    const from = random(good.length)
    const part = good.subarray(from, from + random(good.length - from))
    return Buffer.concat([good.subarray(0, from), part, part, good.subarray(from)])
  },
  function leaveOutPart(good, random) {
    const from = random(good.length)
    return Buffer.concat([good.subarray(0, from), good.subarray(from + random(good.length - from))])
  },
  function moveEndToStart(good, random) {
    const at = random(good.length)
    return Buffer.concat([good.subarray(at), good.subarray(0, at)])
  },
  function makeNoiseOfPart(good, random) {
    const bad = Buffer.from(good)
    const from = random(bad.length)
    for (let at = from; at < Math.min(bad.length, from + 200); at++) bad[at] = random(256)
    return bad
  },
]

/** @returns `good`, changed in one of several ways. */
export function mutate(good: Buffer, seed: number): Buffer {
  const random = seeded(seed)
  return mutations[seed % mutations.length]!(good, random)
}

/** Builds polyglot files, one part of which points to `target`, an address or a path. */
export function polyglots(good: Buffer, target: string): Buffer[] {
  const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${target}\n#EXT-X-ENDLIST\n`
  const dressings = [
    playlist,
    `ffconcat version 1.0\nfile '${target}'\n`,
    `<html><script src="${target}"></script><!--`,
    `<svg xmlns="http://www.w3.org/2000/svg"><image href="${target}"/></svg>`,
    `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y SYSTEM "${target}">]><x>&y;</x>`,
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${target}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\na=control:${target}\n`,
    `PK\x03\x04${target}`,
    `%PDF-1.7\n/URI (${target})\n`,
  ].map((text) => Buffer.from(text))
  return [
    ...dressings.map((text) => Buffer.concat([text, good])),
    ...dressings.map((text) => Buffer.concat([good, text])),
    ...dressings.map((text) => Buffer.concat([box('ftyp', 'isom\0\0\0\0isom'), box('free', text), text, good])),
    box('moov', box('trak', box('mdia', box('minf', box('dinf', reference(target)))))),
    Buffer.concat([good.subarray(0, 40), reference(target), good.subarray(40)]),
  ]
}

/** Builds a data reference of MP4: the samples are in another file. */
function reference(target: string): Buffer {
  return box('dref', uint32(0, 1), box('url ', uint32(0), `${target}\0`))
}
