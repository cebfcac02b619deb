import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endDevice, endOtherDevices, listDevices, type Device } from '../../../../contract/account/devices.ts'
import { answer, inContent, renderScreen } from '../../../test/screens.tsx'
import { DevicesPart } from './devices-part.tsx'

const at = '2026-11-27T12:00:00Z'
const devices = ['Firefox', 'Safari', 'Chrome'].map((browser, i): Device => {
  return { id: browser, browser, method: 'password', createdAt: at, usedAt: at, isThis: i === 0 }
})

test('signing out a device moves the focus to the next one', async () => {
  answer(listDevices, { devices })
  answer(endDevice, undefined)
  const user = renderScreen(<DevicesPart />)
  const end = await screen.findByRole('button', { name: 'Sign out Safari' })
  answer(listDevices, { devices: devices.filter(({ id }) => id !== 'Safari') })
  await user.click(end)
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Sign out Chrome' }))
})

test('signing out all other devices moves the focus to the content of the page', async () => {
  answer(listDevices, { devices })
  answer(endOtherDevices, undefined)
  const user = renderScreen(inContent(<DevicesPart />))
  const button = await screen.findByRole('button', { name: 'Sign out all others' })
  await user.click(button)
  const arrived = Promise.withResolvers<void>()
  answer(listDevices, async () => {
    await arrived.promise
    return { devices: devices.slice(0, 1) }
  })
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Sign out all others' }))
  await expect.poll(() => document.activeElement).toBe(button)
  arrived.resolve()
  await expect.poll(() => document.activeElement?.id).toBe('content')
})
