import { expect, test } from 'vitest'
import type { ProvenanceLine, ProvenanceState } from '../../../../contract/videos/provenance.ts'
import { describeProvenance, describeSigner } from './describe-provenance.ts'

const nothing: ProvenanceLine = {
  says: null,
  tool: null,
  signer: null,
  signedAt: null,
  check: 'done',
  reason: null,
  removed: null,
}
const creator = { isSample: false } as Parameters<typeof describeProvenance>[0]['creator']

function said(state: ProvenanceState, line: Partial<ProvenanceLine>, video = {}): string {
  const provenance = { state, line: { ...nothing, ...line } }
  const phrase = describeProvenance({ provenance, toolUsed: 'pika-labs', model: null, creator, ...video })
  return phrase.map((part) => (typeof part === 'string' ? part : `**${part.name}**`)).join('')
}

const signed = { says: 'generated', tool: 'Sora', signer: 'OpenAI', signedAt: '2026-01-14T10:00:00.000Z' } as const
const day = new Date(signed.signedAt).toLocaleDateString(undefined, { dateStyle: 'long' })

test('each of the four provenance states has its own wording', () => {
  expect(said('verified', signed)).toBe(
    `Verified: made with **Sora**. Signed by **OpenAI** on ${day}; the file has not changed since.`,
  )
  expect(said('file', { tool: 'ComfyUI' })).toBe('The file says: **ComfyUI**. This isn’t verified.')
  expect(said('creator', {})).toBe(
    'The creator says: **Pika Labs**. The file has no credentials. That doesn’t tell us how it was made.',
  )
  expect(said('broken', signed)).toBe(
    'This file was changed after it was signed, so its credentials can’t be relied on.',
  )
})

test('a signer on no trust list is quoted and never counts as verification', () => {
  expect(said('file', { ...signed })).toBe(
    'The file says: **Sora**. Signed by someone using the name “OpenAI”. This isn’t verified.',
  )
  expect(said('file', { signer: 'OpenAI' })).toBe(
    'This file has content credentials. Signed by someone using the name “OpenAI”. This isn’t verified.',
  )
  expect(describeSigner('OpenAI', null)).toBe('Signed by someone using the name “OpenAI”')
  expect(describeSigner('OpenAI', 'interim')).toBe('Signed by OpenAI')
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
    'Verified: made with **Sora**. Signed; the file had not changed since. We removed the filming location. The seal was intact before that.',
  ],
] as const)('verified, %o', (line, sentence) => {
  expect(said('verified', line)).toBe(sentence)
})

test('the provenance line never says that an unchecked file has no credentials', () => {
  expect(said('creator', { check: 'pending' })).toBe('The creator says: **Pika Labs**. Checking…')
  for (const [reason, words] of [
    ['tooLarge', 'We couldn’t check the credentials: they’re over 1 MB, or the file has 4 GB or more.'],
    ['changedHere', 'We couldn’t check the credentials: this site may have changed the file earlier.'],
    ['tooSlow', 'We couldn’t check the credentials in time.'],
    ['unreadable', 'We couldn’t read the credentials.'],
    ['elsewhere', 'The file’s credentials are stored elsewhere, so we didn’t check them.'],
  ] as const) {
    const sentence = said('creator', { check: 'impossible', reason })
    expect(sentence).toContain(words)
    expect(sentence).not.toContain('has no credentials')
  }
})

test('the provenance line is empty until the provenance and its source are known', () => {
  const provenance = { state: 'verified' as const }
  expect(describeProvenance({ provenance, toolUsed: 'other', model: null, creator })).toEqual([])
})

test('the line names the model in place of an unlisted tool, and no tool for a sample', () => {
  expect(said('creator', {}, { toolUsed: 'other', model: 'Kling' })).toMatch(/^The creator says: \*\*Kling\*\*\./)
  expect(said('creator', {}, { toolUsed: 'other' })).toMatch(
    /^The creator doesn’t name a tool\. The file has no credentials/,
  )
  expect(said('creator', {}, { creator: { isSample: true } })).toMatch(/^A sample that comes with the site/)
})
