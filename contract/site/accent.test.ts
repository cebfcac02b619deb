import { expect, test } from 'vitest'
import { accentShades, canvasOf, contrast, describeAccent } from './accent.ts'

const levels = ['00', '33', '66', '99', 'cc', 'ff']
const colours = levels.flatMap((red) => levels.flatMap((green) => levels.map((blue) => `#${red}${green}${blue}`)))

test.each(['dark', 'light'] as const)('in the %s theme the shades of 216 colours can be read', (theme) => {
  const unreadable = colours.filter((colour) => {
    const { accent, accentStrong, onAccent, accentInk } = accentShades(colour, theme)
    const text = [
      [onAccent, accent],
      [onAccent, accentStrong],
      [accentInk, canvasOf(theme)],
    ] as const
    return text.some(([ink, on]) => contrast(ink, on) < 4.5) || contrast(accent, canvasOf(theme)) < 2.5
  })
  expect(unreadable).toEqual([])
})

test.each([
  ['#1d4ed8', 'This colour is easy to see in both themes. Text in this colour is adjusted to stay readable.'],
  ['#ff5b32', 'This colour is easy to see in both themes. Text in this colour is adjusted to stay readable.'],
  ['#ffe600', 'The light theme uses #af9e0f, because #ffe600 is hard to see on its background.'],
  ['#000000', 'The dark theme uses #545454, because #000000 is hard to see on its background.'],
  ['#f0608a', 'The dark theme uses #fe81a1, because #f0608a looks like the colour of errors.'],
])('the description of %s says how each theme uses the colour', (colour, sentence) => {
  expect(describeAccent(colour)).toEqual(sentence)
})
