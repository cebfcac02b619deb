import { readFile, writeFile } from 'node:fs/promises'
import sharp, { type Metadata } from 'sharp'
import type { Size } from '../decode/frame-shape.ts'
import { OUTPUT_NAME } from '../tasks.ts'
import { UnreadableVideoError } from '../unreadable-video.ts'

const AVATAR_SIDE = 512
const QUALITY = 82
/**
 * Maximum number of pixels. Camera pictures fit, while decoding a picture of 16,000 pixels a side would take 880 MB.
 */
const PICTURE_MAX_PIXELS = 50_000_000

// Only these decoders may read an upload. The library has many more, SVG and PDF among them.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Png', 'Jpeg', 'Webp', 'Nsgif', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
})

/**
 * Writes the first frame of an image as a square WebP under `OUTPUT_NAME`.
 *
 * @param filePath Path of a file of a few megabytes.
 * @throws {UnreadableVideoError}
 */
export async function paintAvatar(filePath: string): Promise<Size> {
  // Reading and writing are separate from decoding, so that a disk error is not reported as a damaged picture.
  const file = await readFile(filePath)
  await refuseOthers(file)
  const { data, info } = await decode(file)
  await writeFile(OUTPUT_NAME, data)
  return { width: info.width, height: info.height }
}

/**
 * Refuses unsupported pictures and those that are too large. Reads only the header, without a pixel limit, so that the
 * error can name the size.
 */
async function refuseOthers(file: Buffer): Promise<void> {
  if (file.length === 0) throw new UnreadableVideoError(NOT_A_PICTURE)
  const head = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!head || !isPicture(head)) throw new UnreadableVideoError(isSvg(file) ? IS_SVG : NOT_A_PICTURE)
  const { width, height } = head
  if (width * height <= PICTURE_MAX_PIXELS) return
  throw new UnreadableVideoError(
    `This picture is too large: ${width}×${height} pixels. Up to ${PICTURE_MAX_PIXELS / 1e6} megapixels work.`,
  )
}

function decode(file: Buffer): Promise<{ data: Buffer; info: Size }> {
  return sharp(file, { limitInputPixels: PICTURE_MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize(AVATAR_SIDE, AVATAR_SIDE, { fit: 'cover' })
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new UnreadableVideoError('This picture is damaged. Please export it again.')
    })
}

/** Whether the image is AVIF. HEIC also uses HEIF, but few browsers show it and we have no decoder for it. */
function isPicture({ format, compression }: Metadata): boolean {
  return format !== 'heif' || compression === 'av1'
}

/** Whether the file looks like SVG, to name the reason. No decoder reads it. */
function isSvg(file: Buffer): boolean {
  return /<svg[\s>]/i.test(file.toString('latin1', 0, 2_000))
}

const IS_SVG = 'SVG files can contain scripts, so we don’t accept them. Please export it as a PNG.'
const NOT_A_PICTURE = 'We can’t read this file as a picture. Use PNG, JPEG, WebP, GIF or AVIF.'
