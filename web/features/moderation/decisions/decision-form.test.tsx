import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { DecisionBody } from '../../../../contract/moderation/decisions.ts'
import { renderScreen } from '../../../test/screens.tsx'
import { DecisionForm } from './decision-form.tsx'

test('no enforcement is preselected, and a decision needs specific facts', async () => {
  const send = vi.fn<(decision: DecisionBody) => void>()
  const user = renderScreen(
    <DecisionForm subject="case" kind="video" reported={['nudity']} pending={false} onSend={send} />,
  )
  expect(screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked)).toEqual([])
  const facts = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Facts' })
  expect(facts.value).toBe('')
  const describedBy = (button: HTMLElement) =>
    document.getElementById(button.getAttribute('aria-describedby')!)?.textContent
  expect(describedBy(screen.getByRole('button', { name: 'Decide' }))).toBe('Still missing: action, facts')

  await user.click(screen.getByRole('radio', { name: /^Hide the clip/ }))
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Hide the clip' })
  await user.click(screen.getByRole('button', { name: /^Start with/ }))
  expect(facts.value).toBe('The clip contains nudity or sexual content: ')
  expect(document.activeElement).toBe(facts)
  expect(button.disabled).toBe(true)
  expect(describedBy(button)).toBe('Still missing: a time or quote in the facts')
  await user.keyboard('0:12–0:15')
  await user.click(button)
  expect(send).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ measure: 'hide', facts: 'The clip contains nudity or sexual content: 0:12–0:15' }),
  )
})
