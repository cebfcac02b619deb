import { describe, expect, test } from 'vitest'
import { nameAspectRatio, parseAspectRatio } from './aspect-ratio.ts'

describe('nameAspectRatio', () => {
  test.each([
    [1920, 1080, '16:9'],
    [1080, 1920, '9:16'],
    [1080, 1080, '1:1'],
    [640, 480, '4:3'],
    [480, 640, '3:4'],
    [2520, 1080, '21:9'],
    [720, 1280, '9:16'],
    [1, 1, '1:1'],
  ])('%i×%i is %s', (width, height, name) => {
    expect(nameAspectRatio(width, height)).toBe(name)
  })

  test.each([
    { is: 'exactly 0.1 above 1:1', width: 1100, height: 1000, name: '1:1' },
    { is: 'just beyond 0.1 above 1:1', width: 1101, height: 1000, name: '1101:1000' },
    { is: 'just within 0.1 below 1:1', width: 901, height: 1000, name: '1:1' },
    { is: 'just within 0.1 of 16:9', width: 1877, height: 1000, name: '16:9' },
    { is: 'just beyond 0.1 of 16:9', width: 1878, height: 1000, name: '1878:1000' },
    { is: 'just within 0.1 of 21:9', width: 2433, height: 1000, name: '21:9' },
    { is: 'just beyond 0.1 of 21:9', width: 2434, height: 1000, name: '2434:1000' },
    { is: 'the 3:2 of photographs', width: 2750, height: 1834, name: '2750:1834' },
    { is: 'within 0.1 of both 9:16 and 3:4, nearer to 9:16', width: 655, height: 1000, name: '9:16' },
    { is: 'within 0.1 of both 9:16 and 3:4, nearer to 3:4', width: 657, height: 1000, name: '3:4' },
  ])('$is is $name', ({ width, height, name }) => {
    expect(nameAspectRatio(width, height)).toBe(name)
  })

  test.each([
    [0, 1080],
    [1920, 0],
    [-1, 1],
    [1.5, 1],
    [Number.NaN, 1],
    [Number.POSITIVE_INFINITY, 1],
  ])('%d×%d is refused', (width, height) => {
    expect(() => nameAspectRatio(width, height)).toThrow(RangeError)
  })
})

describe('parseAspectRatio', () => {
  test.each([
    ['16:9', 16 / 9],
    ['9:16', 9 / 16],
    ['2750:1834', 2750 / 1834],
  ])('%s is parsed as a number', (text, ratio) => {
    expect(parseAspectRatio(text)).toBeCloseTo(ratio, 10)
  })

  test.each(['auto', '', '16', '16:', '0:9', '16:0', '16:9 ', '-16:9', '1e3:1', '123456:1'])(
    '%j is not a ratio',
    (text) => {
      expect(parseAspectRatio(text)).toBeUndefined()
    },
  )
})
