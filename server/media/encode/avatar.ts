import { readFile, writeFile } from 'node:fs/promises'
import sharp, { type Metadata } from 'sharp'
import { type AvatarFacts, OUTPUT_NAME } from '../tasks.ts'
import { UnreadableVideoError } from '../unreadable-video.ts'

const AVATAR_SIDE = 512
const QUALITY = 82
/** What a camera takes fits; a picture of 16,000 pixels a side would take 880 MB to decode. */
const PICTURE_MAX_PIXELS = 50_000_000

// Only these decoders may touch what somebody uploaded. The library knows many more, SVG and PDF among them.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
})

/**
 * Writes the first picture of an image as a square WebP under `OUTPUT_NAME`.
 *
 * @param filePath Of a few megabytes.
 * @throws {UnreadableVideoError}
 */
export async function paintAvatar(filePath: string): Promise<AvatarFacts> {
  // A disk that fails must not pass for a damaged picture, so reading and writing stand apart from decoding.
  const file = await readFile(filePath)
  await refuseOthers(file)
  const { data, info } = await decode(file)
  await writeFile(OUTPUT_NAME, data)
  return { width: info.width, height: info.height }
}

/** Looks at the head alone, whatever size it says, so that the refusal can tell what is too much. */
async function refuseOthers(file: Buffer): Promise<void> {
  if (file.length === 0) throw notAPicture()
  const head = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!head || !isPicture(head)) throw notAPicture()
  if (head.width * head.height > PICTURE_MAX_PIXELS) throw tooLarge(head)
}

function decode(file: Buffer): Promise<{ data: Buffer; info: AvatarFacts }> {
  return sharp(file, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' })
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new UnreadableVideoError('This picture is damaged and could not be read. Please export it again.')
    })
}

/** HEIF is also what HEIC comes in, which few browsers show and whose decoder we do not have. */
function isPicture({ format, compression }: Metadata): boolean {
  return format !== 'heif' || compression === 'av1'
}

function notAPicture(): UnreadableVideoError {
  return new UnreadableVideoError('We can’t read this file as a picture. Use PNG, JPEG, WebP, GIF or AVIF.')
}

function tooLarge({ width, height }: Metadata): UnreadableVideoError {
  return new UnreadableVideoError(
    `This picture is too large: ${width}×${height} pixels. Up to ${PICTURE_MAX_PIXELS / 1e6} megapixels work.`,
  )
}
