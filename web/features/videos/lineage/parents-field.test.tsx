import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { getLineage } from '../../../../contract/videos/lineage.ts'
import { getVideo } from '../../../../contract/videos/videos.ts'
import { refuse } from '../../../test/answers.ts'
import { renderScreen } from '../../../test/render-screen.tsx'
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

function Form() {
  const [parents, setParents] = useState<NamedParent[]>([])
  return <ParentsField parents={parents} onChange={setParents} disabled={false} />
}
