import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { getLineage } from '../../../../contract/videos/lineage.ts'
import { getVideo } from '../../../../contract/videos/videos.ts'
import { refuse, renderScreen } from '../../../test/screens.tsx'
import type { NamedParent } from './named-parents.ts'
import { ParentsField } from './parents-field.tsx'

const address = '/video/00000000-0000-4000-8000-000000000000'

test('a duplicate address counts once the user removes the first entry', async () => {
  refuse(getVideo, 503)
  refuse(getLineage, 503)
  const user = renderScreen(<Form />)
  await user.type(screen.getByRole('textbox', { name: /^Made from/ }), address)
  const again = screen.getByRole('textbox', { name: /^Also made from/ })
  await user.type(again, address)
  expect(screen.getByText('You’ve already added this clip.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Remove/ }))
  await user.click(screen.getByRole('textbox', { name: /^Made from/ }))
  await user.tab()
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  expect(screen.queryByText('You’ve already added this clip.')).toBeNull()
})

test('the focus stays in the group when the last possible clip is added', async () => {
  refuse(getVideo, 503)
  refuse(getLineage, 503)
  const user = renderScreen(<Form />)
  for (const n of [1, 2, 3, 4]) {
    await user.click(screen.getByRole('textbox', { name: /ade from/ }))
    await user.paste(address.replace('0', String(n)))
  }
  expect(screen.queryByRole('textbox', { name: /ade from/ })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Source clips' }))
})

function Form() {
  const [parents, setParents] = useState<NamedParent[]>([])
  return <ParentsField parents={parents} onChange={setParents} disabled={false} />
}
