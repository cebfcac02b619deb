import { encode } from 'uqr'

/** Width in modules of the light margin that scanners need around a code. */
const MARGIN = 4

/** A QR code of an address, always dark on light, because many scanners cannot read the opposite. */
export function QrCode({ url }: { url: string }) {
  const { data, size } = encode(url, { border: MARGIN, ecc: 'M' })
  const path = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('')
  return (
    <svg
      role="img"
      aria-label={`QR code of ${url}`}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto mt-2 w-full rounded-control bg-on-scrim @lg:order-first"
      // Fits into the dialog in windows of 390 px height, because scanners need the whole code. With two columns, the
      // code is in the first, because toasts cover the end of the second.
      style={{ maxWidth: 'min(20rem, max(9rem, 100dvh - 10rem))' }}
    >
      <path d={path} />
    </svg>
  )
}
