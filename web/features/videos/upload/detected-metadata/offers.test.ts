import { expect, test } from 'vitest'
import { toolLabels } from '../../../../../contract/videos/videos.ts'
import { isStorable } from '../../../../../contract/visible.ts'
import { emptyForm } from '../form/upload-form.ts'
import { fieldState, listOffers } from './offers.ts'

test('a listed tool is chosen, and another tool becomes “Other” with a model', () => {
  const fillOf = (tool: string, model?: string) =>
    listOffers({ tool, ...(model && { model }), quotes: {}, workflow: '' }, emptyForm)[0]?.fill
  expect(fillOf('Sora')).toEqual({ toolUsed: 'openai-sora' })
  expect(fillOf('Google Generative AI')).toEqual({ toolUsed: 'google-veo-3' })
  expect(fillOf('Kling')).toEqual({ toolUsed: 'other', model: 'Kling' })
  expect(fillOf('ComfyUI', 'wan2.2')).toEqual({ toolUsed: 'other' })
  for (const [key, label] of Object.entries(toolLabels)) expect(fillOf(label)).toMatchObject({ toolUsed: key })
})

test('a typed model is kept when the detected tool is used', () => {
  const [offer] = listOffers({ tool: 'Kling', quotes: {}, workflow: '' }, { ...emptyForm, model: 'My own' })
  expect(offer?.fill).toEqual({ toolUsed: 'other' })
})

test('a field is reported as empty, equal to the detected value, or different from it', () => {
  const [offer] = listOffers({ prompt: 'A cat ', quotes: {}, workflow: '' }, emptyForm)
  expect(fieldState(offer!, emptyForm)).toBe('empty')
  expect(fieldState(offer!, { ...emptyForm, prompt: 'A cat' })).toBe('same')
  expect(fieldState(offer!, { ...emptyForm, prompt: 'A dog' })).toBe('other')
})

test('an offered value that is cut keeps no half of a character', () => {
  const waves = '🌊'.repeat(6_000)
  const offers = listOffers(
    { tool: `_${waves}`, model: `_${waves}`, prompt: `_${waves}`, quotes: {}, workflow: '' },
    emptyForm,
  )
  const texts = offers.flatMap(({ fill }) => [fill.model, fill.prompt]).filter((text) => text !== undefined)
  expect(texts.map((text) => [text.length, isStorable(text)])).toEqual([
    [59, true],
    [9_999, true],
  ])
})

test('an offered value is never longer than its field allows', () => {
  const offers = listOffers({ model: 'm'.repeat(100), prompt: 'p'.repeat(20_000), quotes: {}, workflow: '' }, emptyForm)
  expect(offers.map(({ fill }) => fill.model?.length ?? fill.prompt?.length)).toEqual([60, 10_000])
})
