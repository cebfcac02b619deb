import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endDevice, listDevices, type Device } from '../../../../contract/account/devices.ts'
import { answer } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { DevicesPart } from './devices-part.tsx'

test('signing out a device moves the focus to the next one', async () => {
  const at = '2026-11-27T12:00:00Z'
  const devices = ['Firefox', 'Safari', 'Chrome'].map((browser, i): Device => {
    return { id: browser, browser, method: 'password', createdAt: at, usedAt: at, isThis: i === 0 }
  })
  answer(listDevices, { devices })
  answer(endDevice, undefined)
  const user = renderScreen(<DevicesPart />)
  const end = await screen.findByRole('button', { name: 'Sign out Safari' })
  answer(listDevices, { devices: devices.filter(({ id }) => id !== 'Safari') })
  await user.click(end)
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('button', { name: 'Sign out Chrome' }))
})
