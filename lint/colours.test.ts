import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { themes as known } from '../contract/site/accent.ts'

type Oklch = [lightness: number, chroma: number, hue: number]

const [, dark = '', light = ''] = readFileSync('web/ui/styles/colours.css', 'utf8').split(':root')
const themes = { dark: coloursOf(dark), light: coloursOf(light) }

function coloursOf(rules: string): Record<string, Oklch> {
  const found = rules.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g)
  return Object.fromEntries([...found].map(([, name, ...numbers]) => [name, numbers.map(Number) as Oklch]))
}

function oklab([lightness, chroma, hue]: Oklch): [number, number, number] {
  const radians = (hue * Math.PI) / 180
  return [lightness, chroma * Math.cos(radians), chroma * Math.sin(radians)]
}

/** Relative luminance of the nearest displayable colour. https://bottosson.github.io/posts/oklab/ */
function luminance(colour: Oklch): number {
  const [lightness, a, b] = oklab(colour)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const [red, green, blue] = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.min(1, Math.max(0, part))) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: Oklch, other: Oklch): number {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((x, y) => x - y) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

const inks = ['ink', 'ink-muted', 'accent-ink', 'danger']
const surfaces = ['canvas', 'surface', 'surface-raised']

test.each(['dark', 'light'] as const)('in the %s theme every ink is readable on every surface', (theme) => {
  const unreadable = inks.flatMap((ink) =>
    surfaces.filter((surface) => contrast(themes[theme][ink]!, themes[theme][surface]!) < 4.5).map((on) => [ink, on]),
  )
  expect(unreadable).toEqual([])
})

test.each(['dark', 'light'] as const)(
  'the module that checks accent colours has the colours of the %s theme',
  (theme) => {
    const { canvas, surface, danger, 'surface-raised': raised } = themes[theme]
    expect(known[theme]).toEqual({ surfaces: { canvas, surface, 'surface-raised': raised }, danger })
  },
)

test.each(['dark', 'light'] as const)('in the %s theme the danger colour differs clearly from the accent', (theme) => {
  const { danger, ...others } = themes[theme]
  const alike = ['accent', 'accent-ink'].filter((name) => Math.hypot(...difference(danger!, others[name]!)) < 0.1)
  expect(alike).toEqual([])
})

function difference(one: Oklch, other: Oklch): number[] {
  const [from, to] = [oklab(one), oklab(other)]
  return from.map((part, i) => part - to[i]!)
}
