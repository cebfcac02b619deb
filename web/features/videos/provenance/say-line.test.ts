import { expect, test } from 'vitest'
import type { ProvenanceLine, ProvenanceState } from '../../../../contract/videos/provenance.ts'
import { sayLine, saySigner } from './say-line.ts'

const nothing: ProvenanceLine = {
  says: null,
  tool: null,
  signer: null,
  signedAt: null,
  check: 'done',
  reason: null,
  removed: null,
}
const creator = { isSample: false } as Parameters<typeof sayLine>[0]['creator']

function said(state: ProvenanceState, line: Partial<ProvenanceLine>, video = {}): string {
  const provenance = { state, line: { ...nothing, ...line } }
  const phrase = sayLine({ provenance, toolUsed: 'pika-labs', model: null, creator, ...video })
  return phrase.map((part) => (typeof part === 'string' ? part : `**${part.name}**`)).join('')
}

const signed = { says: 'generated', tool: 'Sora', signer: 'OpenAI', signedAt: '2026-01-14T10:00:00.000Z' } as const
const day = new Date(signed.signedAt).toLocaleDateString(undefined, { dateStyle: 'long', timeZone: 'UTC' })

test('each of the four states has its own wording', () => {
  expect(said('verified', signed)).toBe(
    `Verified: made with **Sora**. Signed by **OpenAI** on ${day}; the file has not changed since.`,
  )
  expect(said('file', { tool: 'ComfyUI' })).toBe('The file says: **ComfyUI**. Nobody vouches for that.')
  expect(said('creator', {})).toBe(
    'The creator says: **Pika Labs**. The file carries no credentials. That says nothing about how it was made.',
  )
  expect(said('broken', signed)).toBe(
    'This file was changed after it was signed. What its credentials say cannot be relied on.',
  )
})

test('a signer that is on no trust list is quoted and never counts as verifying', () => {
  expect(said('file', { ...signed })).toBe(
    'The file says: **Sora**. Signed by somebody who signs as “OpenAI”. Nobody vouches for that.',
  )
  expect(said('file', { signer: 'OpenAI' })).toBe(
    'The file carries credentials. Signed by somebody who signs as “OpenAI”. Nobody vouches for that.',
  )
  expect(saySigner('OpenAI', null)).toBe('Signed by somebody who signs as “OpenAI”')
  expect(saySigner('OpenAI', 'interim')).toBe('Signed by OpenAI')
})

test.each([
  [{ says: 'captured' }, 'Verified: recorded with a camera. Signed; the file has not changed since.'],
  [
    { says: 'edited', tool: 'Firefly' },
    'Verified: edited with AI (**Firefly**). Signed; the file has not changed since.',
  ],
  [{ says: 'generated' }, 'Verified: made by AI. Signed; the file has not changed since.'],
  [{}, 'Verified: it carries credentials. Signed; the file has not changed since.'],
  [{ tool: 'Premiere' }, 'Verified: saved with **Premiere**. Signed; the file has not changed since.'],
  [
    { says: 'generated', tool: 'Sora', removed: 'place' },
    'Verified: made with **Sora**. Signed; the file had not changed since. We removed the place of filming; the seal was intact before.',
  ],
] as const)('verified, %o', (line, sentence) => {
  expect(said('verified', line)).toBe(sentence)
})

test('the line says nothing about credentials until the file is checked', () => {
  expect(said('creator', { check: 'pending' })).toBe('The creator says: **Pika Labs**. Checking…')
  for (const [reason, words] of [
    ['tooLarge', 'could not be checked: they are larger than 1 MB, or the file is larger than 4 GB.'],
    ['changedHere', 'could not be checked: this site may have changed the file earlier.'],
    ['tooSlow', 'could not be checked: that took too long.'],
    ['unreadable', 'could not be checked: they cannot be read.'],
    ['elsewhere', 'The file names credentials elsewhere, which were not fetched.'],
  ] as const) {
    const sentence = said('creator', { check: 'impossible', reason })
    expect(sentence).toContain(words)
    expect(sentence).not.toContain('carries no credentials')
  }
})

test('the line is empty until it is known, including its source', () => {
  const provenance = { state: 'verified' as const }
  expect(sayLine({ provenance, toolUsed: 'other', model: null, creator })).toEqual([])
})

test('a tool without a name here is named by its model; a sample names no tool', () => {
  expect(said('creator', {}, { toolUsed: 'other', model: 'Kling' })).toMatch(/^The creator says: \*\*Kling\*\*\./)
  expect(said('creator', {}, { toolUsed: 'other' })).toMatch(/^The creator names no tool\. The file carries/)
  expect(said('creator', {}, { creator: { isSample: true } })).toMatch(/^A sample that comes with the site/)
})
