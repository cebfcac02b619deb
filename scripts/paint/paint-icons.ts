/** Paints the icons of the installed app from the favicon into web/public: `node scripts/paint/paint-icons.ts`. */
import { readFileSync } from 'node:fs'
import sharp from 'sharp'

const favicon = readFileSync('web/public/favicon.svg', 'utf8')
/** The icon for systems that cut icons into a shape of their own and therefore need a full square. */
const square = favicon.replace('rx="9"', '')
/** The icon for systems that may cut away everything outside a circle of 80 % of the width. */
const maskable = square
  .replace('<path', '<g transform="translate(3.2 3.2) scale(0.8)"><path')
  .replace('</svg>', '</g></svg>')

const icons = [
  { name: 'icon-192', svg: favicon, size: 192 },
  { name: 'icon-512', svg: favicon, size: 512 },
  { name: 'icon-maskable-512', svg: maskable, size: 512 },
  { name: 'apple-touch-icon', svg: square, size: 180 },
]

for (const { name, svg, size } of icons) {
  // The drawing is 32 units wide, at 72 units per inch.
  await sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toFile(`web/public/${name}.png`)
}
