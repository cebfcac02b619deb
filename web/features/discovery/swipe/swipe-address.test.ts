import { beforeEach, expect, test, vi } from 'vitest'
import { closeSheet, closeView, openSheet, openView } from './swipe-address.ts'

/** The entries of a fake browser history, the current one last. */
let entries: { address: string; state: unknown }[]
beforeEach(() => {
  const go = (address: string) => new URL(address, 'https://reverie.example').href
  vi.stubGlobal('history', {
    get state() {
      return entries.at(-1)!.state
    },
    pushState: (state: unknown, _: string, address: string) => entries.push({ state, address }),
    replaceState: (state: unknown, _: string, address: string) => entries.splice(-1, 1, { state, address }),
    back: () => entries.pop(),
  })
  vi.stubGlobal('location', {
    get href() {
      return go(entries.at(-1)!.address)
    },
  })
  return () => vi.unstubAllGlobals()
})

function arriveAt(address: string): void {
  entries = [{ address, state: null }]
}
const address = () => entries.at(-1)!.address

test('going back closes the sheet first and then the view', () => {
  arriveAt('/profile/ada?tab=liked')
  openView('a')
  openSheet('comments')
  expect(address()).toBe('/profile/ada?tab=liked&view=a&sheet=comments')
  closeSheet()
  expect(address()).toBe('/profile/ada?tab=liked&view=a')
  closeView()
  expect(entries).toHaveLength(1)
})

test('a second press of Close, before the browser has gone back, does not leave the page', () => {
  arriveAt('/')
  openView('a')
  const back = vi.spyOn(history, 'back').mockImplementation(() => undefined)
  closeView()
  closeView()
  expect(back).toHaveBeenCalledOnce()
  back.mockRestore()
  history.back()
  openView('a')
  closeView()
  expect(address()).toBe('/')
})

test('closing a view that was opened by URL also removes the sheet from the URL', () => {
  arriveAt('/?view=deleted&sheet=comments')
  closeView()
  expect(address()).toBe('/')
})

test('opening a view removes any sheet from the URL', () => {
  arriveAt('/?sheet=comments')
  openView('a')
  expect(address()).toBe('/?view=a')
})

test('a second press, before the code of the view or its sheet has loaded, adds no history entry', () => {
  arriveAt('/')
  openView('a')
  openView('b')
  openSheet('comments')
  openSheet('text')
  expect(entries.map((entry) => entry.address)).toEqual(['/', '/?view=b', '/?view=b&sheet=text'])
})

test('the state of the page below stays in every entry, such as the creator of the profile', () => {
  arriveAt('/profile')
  entries[0]!.state = { creatorId: 'ada' }
  openView('a')
  openSheet('comments')
  expect(entries.map(({ state }) => state)).toEqual([
    { creatorId: 'ada' },
    { creatorId: 'ada', openedHere: true },
    { creatorId: 'ada', openedHere: true },
  ])
  arriveAt('/profile?view=a')
  entries[0]!.state = { creatorId: 'ada' }
  closeView()
  expect(entries).toEqual([{ address: '/profile', state: { creatorId: 'ada' } }])
})
