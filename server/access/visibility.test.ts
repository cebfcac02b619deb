import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { appOfTest } from '../test/test-app.ts'
import { can } from './can.ts'
import { isListed, isOpen, isVisibleTo, objectState } from './visibility.ts'

const [owner, stranger] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']

test('the SQL condition and `can` agree on who may see a video', async () => {
  const t = await appOfTest()
  for (const isHidden of [false, true]) {
    for (const viewerId of [undefined, owner, stranger]) {
      const { rows } = await sql<{ byId: boolean; byColumn: boolean; listed: boolean; open: boolean; state: string }>`
        select ${isVisibleTo(viewerId)} as by_id, ${isVisibleTo(sql`asked.viewer_id`)} as by_column,
          ${isListed} as listed, ${isOpen} as open, ${objectState} as state
        from (values (${isHidden}::boolean, ${owner}::uuid)) as videos (is_hidden, user_id),
          (values (${viewerId ?? null}::uuid)) as asked (viewer_id)`.execute(t.db)
      const [row] = rows
      const maySee = can(viewerId ? { id: viewerId } : undefined, 'see', { isHidden, ownerId: owner })
      // Without a viewer to compare, SQL yields null, which a condition treats as false.
      expect({ byId: row?.byId ?? false, byColumn: row?.byColumn ?? false }).toEqual({
        byId: maySee,
        byColumn: maySee,
      })
      expect(maySee).toBe(!isHidden || viewerId === owner)
      expect(row).toMatchObject({ listed: !isHidden, open: !isHidden, state: isHidden ? 'hidden' : 'published' })
    }
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
