import { cleanup, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getTakedownNotice, sendTakedownNotice } from '../../../../contract/moderation/takedown-notices.ts'
import type { ReportState } from '../../../../contract/moderation/report-outcomes.ts'
import { answer, fill, refuse, renderScreen } from '../../../test/screens.tsx'
import { TakedownNoticeForm } from './notice-form.tsx'
import { TakedownNoticePage } from './notice-page.tsx'

const privacy = /^It shows me/
const send = () => screen.getByRole('button', { name: 'Send notice' })

test('the form reports all missing fields at once, and only copyright notices need copyright fields', async () => {
  const user = renderScreen(<TakedownNoticeForm about="" />)
  const invalid = () => document.querySelectorAll('[aria-invalid=true]')
  await user.click(send())
  expect((await screen.findAllByText('Something is missing')).length).toBeGreaterThan(0)
  expect(invalid()).toHaveLength(9)
  await user.click(screen.getByLabelText(privacy))
  await user.click(send())
  expect(invalid()).toHaveLength(5)
})

test('only copyright notices send copyright fields, and a refused address is marked', async () => {
  const reply = {
    code: 'VALIDATION_FAILED',
    message: 'No such clip',
    issues: [{ path: 'addresses.1', message: 'Line 2' }],
  }
  refuse(sendTakedownNotice, 400, reply as never)
  const user = renderScreen(<TakedownNoticeForm about="/video/1" />)
  await user.type(screen.getByLabelText(/^Where is it/), '{Enter} /profile/ada {Enter}')
  await user.type(screen.getByLabelText(/^Why should/), 'Mine')
  await fill(screen.getByLabelText(/^Your name/), 'Somebody')
  await fill(screen.getByLabelText(/^Your email/), 'a@example.org')
  await fill(screen.getByLabelText(/^Signature/), 'Somebody')
  await user.click(screen.getByLabelText(privacy))
  await user.click(screen.getByRole('checkbox'))
  await user.click(send())
  expect((await screen.findAllByText('We couldn’t send your notice')).length).toBeGreaterThan(0)
  expect(screen.getByText('Line 2')).toBeTruthy()

  const sent = answer(sendTakedownNotice, { noticeId: 'n1' })
  await user.click(send())
  expect(sent).toMatchObject([{}])
  expect(sent[0]!.body).toEqual({
    kind: 'privacy',
    addresses: ['/video/1', '/profile/ada'],
    explanation: 'Mine',
    name: 'Somebody',
    email: 'a@example.org',
    isGoodFaith: true,
  })
})

test('each visit of a receipt shows the current state', async () => {
  const showState = (state: ReportState) =>
    answer(getTakedownNotice, {
      kind: 'copyright',
      day: '2026-11-27',
      things: [{ kind: 'video', address: '/video/v1', state }],
    })
  showState('open')
  renderScreen(<TakedownNoticePage />, { at: '/notice?receipt=n1' })
  expect(await screen.findByText('Not decided yet.')).toBeTruthy()
  cleanup()
  showState('acted')
  renderScreen(<TakedownNoticePage />, { at: '/notice?receipt=n1' })
  expect(await screen.findByText('We found that it breaks the rules and took action.')).toBeTruthy()
})

test('a receipt says that its notice is not found, but not if the server only refuses to look', async () => {
  refuse(getTakedownNotice, 429, { code: 'RATE_LIMITED' })
  const user = renderScreen(<TakedownNoticePage />, { at: '/notice?receipt=n1' })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  refuse(getTakedownNotice, 404, { code: 'NOT_FOUND' })
  await user.click(retry)
  expect(await screen.findByRole('heading', { name: 'Notice not found' })).toBeTruthy()
})
