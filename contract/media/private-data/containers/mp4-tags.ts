import { type Box, boxesIn, C2PA_UUID, lengthOf, XMP_UUID } from './boxes.ts'
import { hex } from '../byte-reader.ts'
import { judge, VALUE_READ_BYTES, type Verdict } from '../classify.ts'
import type { Collector } from '../collector.ts'
import type { PrivateKind } from '../private-data.ts'
import { blankXmp, kindsOfXmp } from '../xmp.ts'

/** Boxes for spherical video (Google's XML), for encryption, and for smooth streaming. */
const technicalUuids = new Set([
  'ffcc8263f8554a938814587a02521fdd',
  'a2394f525a9b4f14a2446c427c648df4',
  'd08a4f1810f34a82b6c832d8aba183d3',
  '6d1d9b0544d544e680e2141daff757b2',
  'd4807ef2ca3946958e5426cb9e46a79f',
])
/** Technical user data: loudness, groups of tracks, the position of a window. */
const technicalUserData = new Set(['ludt', 'tsel', 'kind', 'hnti', 'hinf', 'LOOP', 'SelO', 'AllF', 'WLOC', 'strk'])

const FREE = [0x66, 0x72, 0x65, 0x65]

/** Makes players skip a box, and blanks its content. */
export async function freeBox(found: Collector, { type, start, body, end }: Box, kinds: PrivateKind[]): Promise<void> {
  if (type === 'free' || type === 'skip' || type === '') await found.blank(kinds, body, end - body)
  else if (body - start === 8) found.replace(kinds, start + 4, end - start - 4, FREE)
  else {
    found.replace(kinds, start + 4, 4, FREE)
    await found.blank(kinds, body, end - body)
  }
}

export async function readUuid(found: Collector, box: Box): Promise<void> {
  const uuid = hex(await found.reader.bytes(box.body, 16))
  if (uuid === C2PA_UUID) {
    found.noteCredentials(lengthOf(box))
    found.credentialsAt ??= { offset: box.body, sizeBytes: lengthOf(box) }
  } else if (uuid === XMP_UUID) await readXmp(found, box, box.body + 16)
  else if (!technicalUuids.has(uuid)) await freeBox(found, box, ['note'])
}

async function readXmp(found: Collector, box: Box, from: number): Promise<void> {
  if (await blankXmp(found, from, box.end - from)) return
  await freeBox(found, box, kindsOfXmp(await found.reader.text(from, Math.min(VALUE_READ_BYTES, box.end - from))))
}

/** Reads the user data of a film or a track: boxes of old QuickTime, 3GPP and cameras, and `meta`. */
export async function readUserData(found: Collector, { body, end }: Box): Promise<void> {
  for await (const box of boxesIn(found.reader, body, end)) {
    const { type } = box
    if (type === 'meta') await readMeta(found, box)
    else if (type === 'uuid') await readUuid(found, box)
    else if (type === 'XMP_') await readXmp(found, box, box.body)
    else if (type === '') await found.blank(['note'], box.body, lengthOf(box))
    else if (!technicalUserData.has(type)) {
      // The text follows a length and a language (`©…`), or a version, flags and a language (3GPP).
      const from = box.body + (type.startsWith('©') ? 4 : 0)
      await apply(found, box, await verdictOf(found, type, from, box.end), from)
    }
  }
}

/**
 * Reads tags of iTunes (`ilst` of `mdir`) and QuickTime (`ilst` with names in `keys`). Tags of other systems are
 * removed.
 */
export async function readMeta(found: Collector, meta: Box): Promise<void> {
  const { reader } = found
  // In ISO files, a version and flags come first.
  const start = (await reader.text(meta.body + 4, 4)) === 'hdlr' ? meta.body : meta.body + 4
  let names: Box[] = []
  for await (const box of boxesIn(reader, start, meta.end)) {
    if (box.type === 'keys') names = await namesIn(found, box)
    else if (box.type === 'ilst') await readItems(found, box, names)
    else if (box.type === 'uuid') await readUuid(found, box)
    else if (box.type === 'jumb') found.noteCredentials(lengthOf(box))
    else if (!['hdlr', 'iloc', 'iinf', 'pitm', 'iref', 'iprp'].includes(box.type)) await freeBox(found, box, ['note'])
  }
}

/** Returns QuickTime's keys as boxes. The type of each box is a namespace, and its content is a name. */
async function namesIn({ reader }: Collector, { body, end }: Box): Promise<Box[]> {
  const names: Box[] = []
  for await (const name of boxesIn(reader, body + 8, end)) names.push(name)
  return names
}

async function readItems(found: Collector, { body, end }: Box, names: Box[]): Promise<void> {
  const { reader } = found
  for await (const item of boxesIn(reader, body, end)) {
    const index = (await reader.view(item.start + 4, 4)).getUint32(0)
    const key = names[index - 1]
    const [name, from] = key
      ? [await reader.text(key.body, Math.min(1_000, lengthOf(key))), await valueStart(found, item)]
      : await namedItem(found, item)
    const verdict = await verdictOf(found, name, from, item.end)
    await apply(found, item, verdict, from)
    if (key && verdict !== 'keep' && !verdict.spans) await found.blank(verdict.kinds, key.body, lengthOf(key))
  }
}

/** Returns the name of an iTunes item: four characters, or a longer name for `----`. */
async function namedItem(found: Collector, item: Box): Promise<[name: string, from: number]> {
  let name = item.type
  for await (const part of boxesIn(found.reader, item.body, item.end)) {
    if (part.type === 'name') name = await found.reader.text(part.body + 4, Math.min(1_000, lengthOf(part) - 4))
    if (part.type === 'data') return [name, part.body + 8]
  }
  return [name, item.body]
}

async function valueStart({ reader }: Collector, { body, end }: Box): Promise<number> {
  for await (const part of boxesIn(reader, body, end)) if (part.type === 'data') return part.body + 8
  return body
}

/** Decides what happens to a value. @param from Offset of the value. */
async function verdictOf({ reader }: Collector, name: string, from: number, end: number): Promise<Verdict> {
  return judge(name, await reader.text(from, Math.min(VALUE_READ_BYTES, end - from)))
}

/** Removes the value of a box, or parts of it. @param from Offset of the value. */
async function apply(found: Collector, box: Box, verdict: Verdict, from: number): Promise<void> {
  if (verdict === 'keep') return
  const { kinds, spans } = verdict
  if (!spans || box.type === 'free' || box.type === 'skip') return freeBox(found, box, kinds)
  for (const { start, length } of spans) found.blankText(kinds, from + start, length)
}
