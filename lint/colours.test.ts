import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast, fromOklch, themes as known, toHex } from '../contract/site/accent.ts'

type Oklch = [lightness: number, chroma: number, hue: number]

const [, dark = '', light = ''] = readFileSync('web/ui/styles/colours.css', 'utf8').split(':root')
const themes = { dark: coloursOf(dark), light: coloursOf(light) }

function coloursOf(rules: string): Record<string, Oklch> {
  const found = rules.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g)
  return Object.fromEntries([...found].map(([, name, ...numbers]) => [name, numbers.map(Number) as Oklch]))
}

const inks = ['ink', 'ink-muted', 'accent-ink', 'danger']
const surfaces = ['canvas', 'surface', 'surface-raised']

test.each(['dark', 'light'] as const)('in the %s theme every ink is readable on every surface', (theme) => {
  const hex = (name: string) => toHex(fromOklch(themes[theme][name]!))
  const unreadable = inks.flatMap((ink) =>
    surfaces.filter((surface) => contrast(hex(ink), hex(surface)) < 4.5).map((on) => [ink, on]),
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
  const danger = fromOklch(themes[theme]['danger']!)
  const distance = (name: string) => Math.hypot(...fromOklch(themes[theme][name]!).map((part, i) => part - danger[i]!))
  const alike = ['accent', 'accent-ink'].filter((name) => distance(name) < 0.1)
  expect(alike).toEqual([])
})

test('the themes differ only in colours, so that one theme is enough to check the layout', () => {
  const properties = (rules: string) =>
    [...rules.matchAll(/([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value])
  const others = properties(light).filter(
    ([name, value]) => name !== 'color-scheme' && name !== '--shadow' && !/^oklch\([^()]+\)$/.test(value!),
  )
  expect(others).toEqual([])
  const names = new Set(properties(dark).map(([name]) => name))
  expect(properties(light).filter(([name]) => !names.has(name))).toEqual([])
})
