import { expect, test } from 'vitest'
import { correctEstimate } from './bandwidth-estimate.ts'

const largestBitrate = 5e6

test('two fast segments in a row raise the estimate to the slower one', () => {
  expect(correctEstimate({ estimate: 4e5, lastTwo: [7e6, 6e6], largestBitrate })).toBe(6e6)
  expect(correctEstimate({ estimate: 4e5, lastTwo: [3e5, 6e6], largestBitrate })).toBe(4e5)
})

test('slow segments do not change the estimate, because hls.js lowers it itself', () => {
  expect(correctEstimate({ estimate: 3e6, lastTwo: [4e5, 4e5], largestBitrate })).toBe(3e6)
})

test('the estimate does not exceed twice the bit rate of the largest size', () => {
  expect(correctEstimate({ estimate: 9e7, lastTwo: [8e7, 8e7], largestBitrate })).toBe(1e7)
})
