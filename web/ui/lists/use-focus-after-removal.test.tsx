import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderScreen } from '../../test/screens.tsx'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

function List() {
  const [names, setNames] = useState(['Ada', 'Bob', 'Eve'])
  return (
    <main id="content" tabIndex={-1}>
      {names.length > 0 && (
        <ul>
          <li>Without a button</li>
          {names.map((name) => (
            <Item key={name} name={name} onRemove={() => setNames(names.filter((other) => other !== name))} />
          ))}
        </ul>
      )}
      <button onClick={() => setNames([])}>Remove all</button>
    </main>
  )
}

function Item({ name, onRemove }: { name: string; onRemove: () => void }) {
  const row = useFocusAfterRemoval<HTMLLIElement>()
  return (
    <li ref={row}>
      <button onClick={onRemove}>{name}</button>
    </li>
  )
}

const button = (name: string) => screen.getByRole('button', { name })

test('the focus moves to the next item, then to the one before, and then to the page', async () => {
  const user = renderScreen(<List />)
  await user.click(button('Bob'))
  expect(document.activeElement).toBe(button('Eve'))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(button('Ada'))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('a focus elsewhere stays when items disappear', async () => {
  const user = renderScreen(<List />)
  await user.click(button('Remove all'))
  expect(document.activeElement).toBe(button('Remove all'))
})
