import { expect, test } from 'vitest'
import { withoutFolders, withoutSecrets } from './without-secrets.ts'

test.each([
  ['/home/canary/My pictures/dog at sea.png', 'dog at sea.png'],
  ['C:\\Users\\canary\\Desktop\\dog.png', 'dog.png'],
  ['C:/Users/canary/dog.png', 'dog.png'],
  ['\\\\canary-nas\\films\\dog.mp4', 'dog.mp4'],
  ['~/canary/dog.png', 'dog.png'],
  ['file:///home/canary/dog.png', 'dog.png'],
  ['look at /mnt/canary/a/dog.png, then sing', 'look at dog.png, then sing'],
  ['D:\\\\canary\\\\dog.png', 'dog.png'],
  ['/home/canary', '~'],
  ['/Users/canary/', '~'],
  ['C:\\Users\\canary', '~'],
  // What is no path of somebody's computer stays.
  ['https://example.org/a/b.png', 'https://example.org/a/b.png'],
  ['wan/wan2.2_t2v_14B.safetensors', 'wan/wan2.2_t2v_14B.safetensors'],
  ['a dog / a cat, 16/9/2, and/or both', 'a dog / a cat, 16/9/2, and/or both'],
])('of %j is left %j', (path, left) => {
  expect(withoutFolders(path)).toBe(left)
})

test('keys are removed by their names, by how they look, and wherever else they stand', () => {
  const key = 'quite an ordinary canary'
  const run = { 1: { class_type: 'Ask', inputs: { fal_api_key: key, text: 'A dog', seed: 7, model: ['2', 0] } } }
  const drawn = {
    links: [],
    nodes: [
      { id: 1, widgets_values: [key, 'A dog', 'sk-canary0123456789abcdef', 'canary'.repeat(5) + '99'] },
      { id: 2, inputs: [{ name: 'token' }], widgets_values: ['canary-1', 'A cat', 512] },
      { id: 3, properties: { headers: 'Authorization: x', secrets: { openai: 'canary' }, tokens: ['3', 0], cfg: 7.5 } },
    ],
  }
  expect(withoutSecrets([drawn, run])).toEqual({
    links: [],
    nodes: [
      { id: 1, widgets_values: ['removed', 'A dog', 'removed', 'removed'] },
      { id: 2, inputs: [{ name: 'token' }], widgets_values: ['removed', 'A cat', 512] },
      {
        id: 3,
        properties: { headers: 'Authorization: x', secrets: { openai: 'removed' }, tokens: ['3', 0], cfg: 7.5 },
      },
    ],
  })
})

test('nothing is shared of what is deeper or longer than anybody draws, or not there', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) as object
  expect(withoutSecrets([deep])).toBeUndefined()
  expect(withoutSecrets([{ nodes: Array.from({ length: 100_001 }, () => 1) }])).toBeUndefined()
  expect(withoutSecrets([])).toBeUndefined()
})
