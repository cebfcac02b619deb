import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { appOfTest } from '../test/test-app.ts'
import { type Asker, can } from './can.ts'
import { canSee, isListed, isListedTo, isOpen, isVisibleTo, objectState } from './visibility.ts'

const [owner, stranger] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']

test.each([false, true])('the SQL conditions and `can` agree on who may see a video (hidden: %s)', async (isHidden) => {
  const t = await appOfTest()
  const viewers: Asker[] = [undefined, { id: owner }, { id: stranger }, { id: stranger, role: 'moderator' }]
  for (const viewer of viewers) {
    // A comparison with the missing id of a visitor yields null, which a condition treats as false.
    const isTrue = (condition: RawBuilder<boolean>) => sql`coalesce(${condition}, false)`
    const { rows } = await sql`
      select ${isTrue(canSee(viewer))} as seen, ${isTrue(isVisibleTo(viewer?.id))} as visible,
        ${isTrue(isVisibleTo(sql`asked.viewer_id`))} as visible_by_column, ${isTrue(isListedTo(viewer?.id))} as listed_to,
        ${isListed} as listed, ${isOpen} as open, ${objectState} as state
      from (values (${isHidden}::boolean, ${owner}::uuid)) as videos (is_hidden, user_id),
        (values (${viewer?.id ?? null}::uuid)) as asked (viewer_id)`.execute(t.db)
    const visible = !isHidden || viewer?.id === owner
    const seen = visible || viewer?.role === 'moderator'
    const shown = { seen, visible, visibleByColumn: visible, listedTo: visible, listed: !isHidden, open: !isHidden }
    expect(rows).toEqual([{ ...shown, state: isHidden ? 'hidden' : 'published' }])
    expect(can(viewer, 'see', { isHidden, ownerId: owner })).toBe(seen)
  }
})

test('staff can see hidden content, because they must judge it', () => {
  for (const role of ['moderator', 'admin'] as const) {
    expect(can({ id: stranger, role }, 'see', { isHidden: true, ownerId: owner })).toBe(true)
  }
  expect(can({ id: stranger, role: 'member' }, 'see', { isHidden: true, ownerId: owner })).toBe(false)
})

test('neither users nor visitors can see a hidden object without an owner', () => {
  const object = { isHidden: true, ownerId: null }
  expect([can(undefined, 'see', object), can({ id: stranger }, 'see', object)]).toEqual([false, false])
})

test('the author of a comment and the owner of the video can delete it', () => {
  const comment = { authorId: stranger, video: { ownerId: owner } }
  expect(can({ id: stranger }, 'deleteComment', comment)).toBe(true)
  expect(can({ id: owner }, 'deleteComment', comment)).toBe(true)
  expect(can({ id: '00000000-0000-4000-8000-000000000003' }, 'deleteComment', comment)).toBe(false)
  expect(can(undefined, 'deleteComment', comment)).toBe(false)
})
