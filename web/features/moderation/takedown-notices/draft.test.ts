import { expect, test } from 'vitest'
import { checkDraft, emptyDraft } from './draft.ts'

test('every missing field of a notice is reported, copyright fields only for copyright notices', () => {
  const always = ['addresses', 'explanation', 'name', 'email', 'isGoodFaith']
  const lacking = (kind: 'copyright' | 'privacy') => {
    const checked = checkDraft({ ...emptyDraft, kind, addresses: ' \n' })
    return 'problems' in checked ? Object.keys(checked.problems) : []
  }
  expect(lacking('privacy')).toEqual(always)
  expect(lacking('copyright')).toEqual([...always, 'work', 'contact', 'isAuthorised', 'signature'])
})

test('copyright fields are not sent with other kinds of notices', () => {
  const typed = { ...emptyDraft, explanation: 'Mine', name: 'Somebody', email: 'a@example.org', isGoodFaith: true }
  const addresses = '/video/1\n\n /profile/ada \n'
  expect(checkDraft({ ...typed, kind: 'privacy', addresses, signature: 'Somebody' })).toEqual({
    notice: {
      kind: 'privacy',
      addresses: ['/video/1', '/profile/ada'],
      explanation: 'Mine',
      name: 'Somebody',
      email: 'a@example.org',
      isGoodFaith: true,
    },
  })
})
