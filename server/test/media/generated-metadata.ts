/** For tests: the metadata that cameras and generators write into files, byte for byte. */

/** Builds a box of MP4 or MOV. */
export function box(type: string, ...contents: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(contents.map((each) => (typeof each === 'string' ? Buffer.from(each) : each)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

export function uint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
  return bytes
}

export const C2PA_UUID = Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex')
export const XMP_UUID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')

function handler(type: string): Buffer {
  return box('hdlr', uint32(0, 0), type, Buffer.alloc(13))
}

/** Builds a value of iTunes or QuickTime, preceded by its type (1 is text) and language. */
function data(value: string | Buffer, type = 1): Buffer {
  return box('data', uint32(type, 0), value)
}

/**
 * Builds the `moov/udta/meta` of ComfyUI and other users of FFmpeg's `use_metadata_tags`: names in `keys`, values in
 * `ilst`.
 */
export function quickTimeTags(tags: Record<string, string>): Buffer {
  const names = Object.keys(tags).map((name) => box('mdta', name))
  const items = Object.values(tags).map((value, index) => {
    const item = box('item', data(value))
    item.writeUInt32BE(index + 1, 4)
    return item
  })
  const keys = box('keys', uint32(0, names.length), ...names)
  return box('udta', box('meta', uint32(0), handler('mdta'), keys, box('ilst', ...items)))
}

/** Builds the `moov/udta/meta` of iTunes; a name that begins with `----:` is a custom one. */
export function iTunesTags(tags: Record<string, string | Buffer>): Buffer {
  const items = Object.entries(tags).map(([name, value]) => {
    const [, mean, own] = name.split(':')
    if (!mean || !own) return box(name, data(value, typeof value === 'string' ? 1 : 14))
    return box('----', box('mean', uint32(0), mean), box('name', uint32(0), own), data(value, 0))
  })
  return box('udta', box('meta', uint32(0), handler('mdir'), box('ilst', ...items)))
}

/** Builds a string of QuickTime's user data, preceded by its length and language. */
export function quickTimeText(type: string, text: string): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16BE(Buffer.byteLength(text))
  return box(type, head, text)
}

/** Appends boxes to `moov`, which must be the last box of the file, so that no offset changes. */
export function withMovieBoxes(film: Buffer, ...boxes: Buffer[]): Buffer {
  const moov = film.lastIndexOf('moov') - 4
  if (moov + film.readUInt32BE(moov) !== film.length) throw new Error('moov is not the last box of this film')
  const longer = Buffer.concat([film, ...boxes])
  longer.writeUInt32BE(longer.length - moov, moov)
  return longer
}

/** Builds an element of Matroska. @param id In hexadecimal digits. */
export function element(id: string, ...contents: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(contents.map((each) => (typeof each === 'string' ? Buffer.from(each) : each)))
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n))
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}

/** Appends elements to the only segment of a Matroska file. */
export function withSegmentElements(film: Buffer, ...elements: Buffer[]): Buffer {
  const size = film.indexOf(Buffer.from('18538067', 'hex')) + 4
  const longer = Buffer.concat([film, ...elements])
  longer.writeBigUInt64BE(BigInt(longer.length - size - 8) | (1n << 56n), size)
  return longer
}

/** Builds a file attached to a Matroska file. */
export function attachment(name: string, contents: Buffer): Buffer {
  const parts = [
    element('466e', name),
    element('4660', 'image/png'),
    element('46ae', uint32(7)),
    element('465c', contents),
  ]
  return element('1941a469', element('61a7', ...parts))
}

export function simpleTag(name: string, value: string): Buffer {
  return element(
    '1254c367',
    element('7373', element('63c0'), element('67c8', element('45a3', name), element('4487', value))),
  )
}

/** Builds an XMP packet as Adobe's and Apple's programs write it. */
export function xmp(properties: string): string {
  return (
    '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ' +
    'xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">' +
    `${properties}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`
  )
}

/** Builds an XMP box that refers to content credentials instead of containing them. */
export function namingCredentialsAt(url: string): Buffer {
  const named = `xmlns:dcterms="http://purl.org/dc/terms/" rdf:about="" dcterms:provenance="${url}"`
  return box('uuid', XMP_UUID, xmp('').replace('rdf:about=""', named))
}
