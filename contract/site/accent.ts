// The shades of the accent colour that an admin chose. Only the server and the admin page load this module.

type Oklab = [lightness: number, a: number, b: number]

/** Colours of web/ui/styles/colours.css as lightness, chroma and hue. lint/colours.test.ts compares the two. */
export const themes = {
  dark: {
    surfaces: { canvas: [0.165, 0.007, 48], surface: [0.212, 0.009, 48], 'surface-raised': [0.262, 0.011, 48] },
    danger: [0.67, 0.17, 8],
  },
  light: {
    surfaces: { canvas: [0.972, 0.007, 78], surface: [0.94, 0.01, 76], 'surface-raised': [0.995, 0.003, 80] },
    danger: [0.48, 0.19, 8],
  },
} as const
export type Theme = keyof typeof themes

/** WCAG AA for text. */
const TEXT_CONTRAST = 4.5
/** Minimum contrast between a filled button and the page. The default accent has 2.7 in the light theme. */
const FILL_CONTRAST = 2.5
/** Minimum distance in OKLab between the accent and the colour of errors. */
const DANGER_DISTANCE = 0.08
/** Difference in lightness of a button under the pointer. */
const HOVER_STEP = 0.045
const SEARCH_STEP = 0.005

/** Colours as `#rrggbb`. */
interface AccentShades {
  /** Fills buttons and badges. */
  accent: string
  /** The fill under the pointer. */
  accentStrong: string
  /** Text on either fill. */
  onAccent: string
  /** Text on the page and its surfaces. */
  accentInk: string
}

/**
 * Returns the shades of a colour for a theme. They keep its hue. Their lightness changes only until they are readable
 * and differ from errors.
 *
 * @param chosen `#rrggbb`.
 */
export function accentShades(chosen: string, theme: Theme): AccentShades {
  const accent = nearest(chosen, (shade) => problemOf(shade, theme) === undefined)
  const onAccent = contrast(accent, '#ffffff') > contrast(accent, '#000000') ? '#ffffff' : '#000000'
  const accentInk = nearest(
    chosen,
    (shade) => !isLikeDanger(shade, theme) && surfacesOf(theme).every((on) => contrast(shade, on) >= TEXT_CONTRAST),
  )
  const away = onAccent === '#000000' ? HOVER_STEP : -HOVER_STEP
  const [lightness, a, b] = toOklab(accent)
  return { accent, accentStrong: toHex([lightness + away, a, b]), onAccent, accentInk }
}

/** Returns a sentence that says whether the pages show the chosen colour unchanged. */
export function describeAccent(chosen: string): string {
  const changes = (['dark', 'light'] as const).flatMap((theme) => {
    const { accent } = accentShades(chosen, theme)
    return accent === chosen
      ? []
      : [`The ${theme} theme uses ${accent}, because ${chosen} ${problemOf(chosen, theme)}.`]
  })
  if (changes.length > 0) return changes.join(' ')
  return 'This colour is easy to see in both themes. Text in this colour is adjusted to stay readable.'
}

/** Returns the page's colour in a theme. */
export function canvasOf(theme: Theme): string {
  return surfacesOf(theme)[0]!
}

function problemOf(shade: string, theme: Theme): string | undefined {
  if (contrast(shade, canvasOf(theme)) < FILL_CONTRAST) return 'is hard to see on its background'
  return isLikeDanger(shade, theme) ? 'looks like the colour of errors' : undefined
}

function isLikeDanger(shade: string, theme: Theme): boolean {
  const danger = fromOklch(themes[theme].danger)
  return Math.hypot(...toOklab(shade).map((part, i) => part - danger[i]!)) < DANGER_DISTANCE
}

function surfacesOf(theme: Theme): string[] {
  return Object.values(themes[theme].surfaces).map((colour) => toHex(fromOklch(colour)))
}

/** Returns the shade that passes `isFine` and whose lightness is nearest to the colour's. Black or white always passes. */
function nearest(chosen: string, isFine: (shade: string) => boolean): string {
  if (isFine(chosen)) return chosen
  const [lightness, a, b] = toOklab(chosen)
  for (let distance = SEARCH_STEP; distance <= 1; distance += SEARCH_STEP) {
    for (const shade of [toHex([lightness + distance, a, b]), toHex([lightness - distance, a, b])]) {
      if (isFine(shade)) return shade
    }
  }
  throw new Error(`${chosen} has no shade that can be read`)
}

/** Returns the contrast of two colours by WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((x, y) => x - y) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red, green, blue] = linearOf(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the linear red, green and blue of a colour, from 0 to 1. */
function linearOf(hex: string): [number, number, number] {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
}

/** Converts lightness, chroma and hue in degrees to OKLab. */
export function fromOklch([lightness, chroma, hue]: readonly [number, number, number]): Oklab {
  const radians = (hue * Math.PI) / 180
  return [lightness, chroma * Math.cos(radians), chroma * Math.sin(radians)]
}

/** https://bottosson.github.io/posts/oklab/ */
function toOklab(hex: string): Oklab {
  const [red, green, blue] = linearOf(hex)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** Returns the colour as hex. If a screen cannot show it, its chroma is reduced until it can. */
export function toHex([lightness, a, b]: Oklab): string {
  const bounded = Math.min(1, Math.max(0, lightness))
  for (let share = 1; share > 0; share -= 0.02) {
    const parts = toLinear([bounded, a * share, b * share])
    if (parts.every((part) => part > -0.001 && part < 1.001)) return write(parts)
  }
  return write(toLinear([bounded, 0, 0]))
}

function toLinear([lightness, a, b]: Oklab): number[] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function write(linear: number[]): string {
  const bytes = linear.map((part) => {
    const bounded = Math.min(1, Math.max(0, part))
    const encoded = bounded <= 0.0031308 ? bounded * 12.92 : 1.055 * bounded ** (1 / 2.4) - 0.055
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${bytes.join('')}`
}
