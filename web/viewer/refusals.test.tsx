import { screen } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { getOwnUser } from '../../contract/account/session.ts'
import { likeVideo } from '../../contract/social/likes.ts'
import { call, setRefusalHandler } from '../net/api.ts'
import { queryClient } from '../net/query-client.ts'
import { buildOwnUser } from '../test/build.ts'
import { answer, refuse, renderScreen } from '../test/screens.tsx'
import { handleRefusals } from './refusals.ts'
import { cachedUser, useOwnUser } from './viewer.queries.ts'

const UserName = () => useOwnUser()?.username

test('a change that is refused by a restriction shows its decision, and one without a session signs out', async () => {
  handleRefusals(queryClient)
  onTestFinished(() => setRefusalHandler(() => undefined))
  const viewer = buildOwnUser()
  renderScreen(<UserName />, { viewer })
  const refetches = answer(getOwnUser, viewer)
  const like = () => call(likeVideo, { params: { id: 'video' } }).catch(() => undefined)
  refuse(likeVideo, 403, { code: 'ACCOUNT_RESTRICTED', message: 'You can like again tomorrow.' })
  await like()
  expect(await screen.findByText('You can’t do this right now')).toBeTruthy()
  await expect.poll(() => refetches).toHaveLength(1)
  expect(cachedUser(queryClient)).toEqual(viewer)
  refuse(likeVideo, 401, { code: 'LOGIN_REQUIRED' })
  await like()
  expect(await screen.findByText('You have been signed out')).toBeTruthy()
  expect(cachedUser(queryClient)).toBeNull()
})
