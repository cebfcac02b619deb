import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { blockUser, muteUser, unblockUser } from '../../../../contract/social/mutes-and-blocks.ts'
import { answer, renderScreen } from '../../../test/screens.tsx'
import { buildOwnUser } from '../../../test/build.ts'
import { MuteOrBlockButton } from './mute-or-block-button.tsx'

const bob = { id: 'bob', username: 'bob', displayName: 'Bob' }

test('the dialog asks for confirmation of a block and says that follows end, and the block can be undone', async () => {
  const blocks = answer(blockUser, { relation: 'block' })
  const unblocks = answer(unblockUser, { relation: null })
  const mutes = answer(muteUser, { relation: 'mute' })
  const user = renderScreen(<MuteOrBlockButton person={bob} relation="mute" />, { viewer: buildOwnUser() })
  await user.click(screen.getByRole('button', { name: 'Mute or block' }))
  await user.click(await screen.findByRole('button', { name: 'Block' }))
  expect(screen.getByRole('alertdialog', { name: 'Block Bob?' }).textContent).toContain(
    'You’ll stop following each other.',
  )
  expect(blocks).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Block' }))
  expect(blocks).toHaveLength(1)

  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('You unblocked Bob')).toBeTruthy()
  expect(unblocks).toHaveLength(1)
  // The mute from before the block is restored.
  expect(mutes).toHaveLength(1)
})
