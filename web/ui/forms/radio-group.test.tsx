import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '../../test/screens.tsx'
import { focusFirstInvalid } from './focus-first-invalid.ts'
import { RadioGroup } from './radio-group.tsx'

const choices = { cat: { label: 'Cat' }, dog: { label: 'Dog' } }

test.each([
  ['the chosen option', 'dog', 'Dog'],
  ['the first option if none is chosen', '', 'Cat'],
])('a group of radio buttons is invalid as a whole, and %s gets the focus', (_, value, focused) => {
  renderScreen(
    <RadioGroup
      legend="Kind"
      value={value as keyof typeof choices}
      choices={choices}
      onChange={() => {}}
      error="No pets like that"
    />,
  )
  const group = screen.getByRole('radiogroup', { name: 'Kind' })
  expect(document.querySelectorAll('[aria-invalid]')).toHaveLength(1)
  expect(group.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(group.getAttribute('aria-describedby')!)?.textContent).toBe('No pets like that')
  focusFirstInvalid(document.body)
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: focused }))
})
