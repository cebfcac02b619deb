import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { resetPassword } from '../../../../contract/account/recovery.ts'
import { answer } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
import { ResetPage } from './reset-page.tsx'

test.each([true, false])(
  'the page asks whether the account was stolen (%s), and then names the next step',
  async (wasTakenOver) => {
    const sent = answer(resetPassword, () => {})
    const user = renderScreen(<ResetPage />, { at: '/auth/reset#a-token' })
    await user.type(await screen.findByLabelText('New password'), 'violet teapots')
    if (wasTakenOver) await user.click(screen.getByRole('checkbox', { name: /Someone else got into my account/ }))
    await user.click(screen.getByRole('button', { name: 'Set password' }))
    expect(
      await screen.findByText(wasTakenOver ? /all passkeys and recovery codes are removed/ : /you can remove passkeys/),
    ).toBeTruthy()
    expect(sent.map(({ body }) => body)).toEqual([{ token: 'a-token', password: 'violet teapots', wasTakenOver }])
  },
)
