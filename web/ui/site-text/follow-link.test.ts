import type { MouseEvent } from 'react'
import { expect, test } from 'vitest'
import { followLink } from './follow-link.ts'

/** @returns The address that a click opens within the app, or `undefined` if the browser handles the click. */
function followed(address: string | null, held: Partial<MouseEvent> = {}): string | undefined {
  let to: string | undefined
  let isPrevented = false
  const link = address === null ? null : { getAttribute: () => address }
  const event = { target: { closest: () => link }, preventDefault: () => (isPrevented = true), ...held }
  followLink(event as unknown as MouseEvent, (path) => (to = path))
  expect(isPrevented).toBe(to !== undefined)
  return to
}

test('a link to another screen opens within the app', () => {
  for (const address of ['/contact', '/', '/creators?sort=likes', '/embedding']) expect(followed(address)).toBe(address)
})

test('the app leaves other links and special clicks to the browser', () => {
  for (const address of ['/api/docs', '/objects/x', '/embed/x', '/sitemap.xml', 'https://example.org/', '#top', null])
    expect(followed(address)).toBeUndefined()
  for (const held of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey', 'defaultPrevented'])
    expect(followed('/contact', { [held]: true })).toBeUndefined()
})
