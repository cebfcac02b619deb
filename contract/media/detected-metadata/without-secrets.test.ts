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
  // Strings that are not local paths are kept.
  ['https://example.org/a/b.png', 'https://example.org/a/b.png'],
  ['wan/wan2.2_t2v_14B.safetensors', 'wan/wan2.2_t2v_14B.safetensors'],
  ['a dog / a cat, 16/9/2, and/or both', 'a dog / a cat, 16/9/2, and/or both'],
])('local folders are removed from %j, which leaves %j', (path, left) => {
  expect(withoutFolders(path)).toBe(left)
})

test('keys are recognised by name or form, and removed wherever they occur', () => {
  const key = 'quite an ordinary canary'
  const run = { 1: { class_type: 'Ask', inputs: { fal_api_key: key, text: 'A dog', seed: 7, model: ['2', 0] } } }
  const editable = {
    links: [],
    nodes: [
      { id: 1, widgets_values: [key, 'A dog', 'sk-canary0123456789abcdef', 'canary'.repeat(5) + '99'] },
      { id: 2, inputs: [{ name: 'token' }], widgets_values: ['canary-1', 'A cat', 512] },
      { id: 3, properties: { headers: 'Authorization: x', secrets: { openai: 'canary' }, tokens: ['3', 0], cfg: 7.5 } },
    ],
  }
  expect(withoutSecrets([editable, run])).toEqual({
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

test('a workflow that is missing, too deep or too long is not shared', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) as object
  expect(withoutSecrets([deep])).toBeUndefined()
  expect(withoutSecrets([{ nodes: Array.from({ length: 100_001 }, () => 1) }])).toBeUndefined()
  expect(withoutSecrets([])).toBeUndefined()
})

const aws = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
const random = 'q7Zp2LxVb9Tn4KsWd6Rf'
const hex32 = '9f86d081884c7d659a2feaa0c55ad015'
const hex64 = `${hex32}a3bf4f1b2b0b822cd15d6c15b0f00a08`
const commit = 'd0ff8ad4e6a1f6c8a4c9b2e7f3a5d6c7b8e9f0a1'
const uuid = '3f2504e0-4f89-41d3-9a0c-0305e82c3301'
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYW5hcnkifQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

test.each([
  ['https://canary:canary-word@example.org/a.png', 'https://example.org/a.png'],
  ['postgres://canary:p@canary@db.example.org:5432/app', 'postgres://db.example.org:5432/app'],
  ['https://canary0123@sentry.example.org/42', 'https://sentry.example.org/42'],
  ['https://hooks.slack.com/services/T0CANARY0/B0CANARY0/canary', 'https://hooks.slack.com/removed'],
  ['https://discord.com/api/webhooks/123/canary-x_y', 'https://discord.com/api/webhooks/removed'],
  ['https:\\/\\/discord.com\\/api\\/webhooks\\/123\\/canary', 'https:\\/\\/discord.com\\/api\\/webhooks\\/removed'],
  ['https://hook.eu1.make.com/canary', 'https://hook.eu1.make.com/removed'],
  [`send ${jwt} along`, 'send removed along'],
  [aws, 'removed'],
  ['AKIAIOSFODNN7EXAMPLE', 'removed'],
  ['ghp_canary0123456789canary0123456789', 'removed'],
  ['github_pat_11CANARY0_canary0123456789', 'removed'],
  ['xoxb-123456789012-canary', 'removed'],
  ['AIzaSyCanary-0123456789_canary012345678', 'removed'],
  ['hf_CanaryCanaryCanary0123', 'removed'],
  ['sk-proj-canary_0123456789-canary', 'removed'],
  [`comfyui-${hex64}`, 'removed'],
  [`${uuid}:${hex32}`, 'removed'],
  ['123456789:AAcanary-canary_canary0canary1canary', 'removed'],
  ['-----BEGIN RSA PRIVATE KEY-----\ncanary\n-----END RSA PRIVATE KEY-----', 'removed'],
  ['Authorization: Bearer canarycanary', 'Authorization: Bearer removed'],
  ['curl -H "Authorization: Basic Y2FuYXJ5OmNhbmFyeQ=="', 'curl -H "Authorization: Basic removed"'],
  ['my password is swordfish, and a dog', 'my password is removed, and a dog'],
  ['The password of my server is “swordfish”', 'The password of my server is “removed”'],
  ['pwd: hunter2', 'pwd: removed'],
  ['note: password: hunter2', 'note: password: removed'],
  ['the api key is canary0123', 'the api key is removed'],
  ['export OPENAI_API_KEY=canarycanary', 'export OPENAI_API_KEY=removed'],
  ['{"auth": "canary canary", "key": "canary-01"}', '{"auth": "canary canary", "key": "removed"}'],
  ['{\\"client_secret\\": \\"canary01\\"}', '{\\"client_secret\\": \\"removed\\"}'],
  ['https://example.org/a?size=2&token=canary01&x=1', 'https://example.org/a?size=2&token=removed&x=1'],
  ['https://example.org/a?key=canary-01#top', 'https://example.org/a?key=removed'],
  [
    'https://bucket.example.org/a.png?X-Amz-Credential=canary01&X-Amz-Signature=canary01',
    'https://bucket.example.org/a.png?X-Amz-Credential=removed&X-Amz-Signature=removed',
  ],
  ['password="canary of two words"', 'password="removed"'],
  ['**password**: hunter2', '**password**: removed'],
  ['\\\\\\"password\\\\\\":\\\\\\"hunter2\\\\\\"', '\\\\\\"password\\\\\\":\\\\\\"removed\\\\\\"'],
  ['tool --password canary --api-key=canary-01 --seed 42', 'tool --password removed --api-key=removed --seed 42'],
  ['curl -u ann:canary https://example.org', 'curl -u removed https://example.org'],
  ['ssh ann:canary01@host.example.org', 'ssh host.example.org'],
  ['https://maker.example.org/trigger/a/with/key/canary01', 'https://maker.example.org/trigger/a/with/key/removed'],
  [random, 'removed'],
  [hex32, 'removed'],
  [hex64, 'removed'],
  ['data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA==', 'removed'],
])('a secret in %j is removed', (text, left) => {
  expect(withoutSecrets([{ text }])).toEqual({ text: left })
})

test.each([
  ['seed', '18446744073709551615'],
  ['id', uuid],
  ['text', `The model's hash: ${hex64}, sha256 ${hex64}`],
  ['model_hash', hex64],
  ['sha256', hex64],
  ['ver', commit],
  [
    'url',
    `https://huggingface.co/Comfy-Org/Wan/resolve/${commit}/split_files/wan2.2_t2v_high_noise_14B_fp8_scaled.safetensors`,
  ],
  ['image', `${hex64}.png`],
  ['lora_name', 'Wan21_T2V_14B_lightx2v_cfg_step_distill_lora_rank32.safetensors'],
  ['ckpt_name', 'Wan22T2V14BFp8E4M3.gguf'],
  ['class_type', 'WanVideoTextEncodeCachedT5'],
  ['type', 'DownloadAndLoadFlorence2Model'],
  ['name', 'umt5_xxl_fp8_e4m3fn_scaled'],
  ['text', 'A key frame of a secret garden: the token of love is a ring, the password is'],
  ['text', 'The secret is beautiful, and the key is hidden under the mat. Basic instructions follow.'],
  ['text', 'token: gold, author: Ann, keyboard: red, pinned: top'],
  ['url', 'https://www.youtube.com/@canary?list=abc&size=2'],
  ['url', 'https://civitai.com/api/download/models/1234567?type=Model&format=SafeTensor'],
  ['keyframes', 'keyframe_interpolation_mode_2'],
  ['tokenizer', 'clip_l_tokenizer_v2_large_14'],
  ['author', 'somebody'],
  ['scheduler', 'normal'],
  ['sampler_name', 'dpmpp_2m_sde_gpu'],
])('%s is unchanged: %s', (name, value) => {
  expect(withoutSecrets([{ [name]: value }])).toEqual({ [name]: value })
})

test.each([
  ['pwd', 'canary'],
  ['auth', 'canary'],
  ['key', 'canary-canary'],
  ['userPassword', 'canary'],
  ['aws_secret_access_key', 'canary'],
  ['webhook', 'https://example.org/canary'],
  ['DB_DSN', 'canary'],
  ['jwt', 'canary'],
  ['clientSecret', 'canary'],
  ['access_code', 'canary'],
  ['ａｐｉ_ｋｅｙ', 'canary'],
  ['pin', 123456],
  ['password', 12345678],
])('a value named %s is removed', (name, value) => {
  expect(withoutSecrets([{ 1: { inputs: { [name]: value, cfg: 7.5, seed: 123456789 } } }])).toEqual({
    1: { inputs: { [name]: 'removed', cfg: 7.5, seed: 123456789 } },
  })
})

test('hashes in lists are kept, and texts of nodes named after secrets are removed', () => {
  const files = { hashes: { model: hex64 }, models: [{ name: 'a.safetensors', hash: hex32, hash_type: 'MD5' }] }
  expect(withoutSecrets([files])).toEqual(files)
  const node = { class_type: 'PrimitiveString', inputs: { value: 'hunter2hunter' }, _meta: { title: 'My password' } }
  expect(withoutSecrets([{ 1: node }])).toEqual({ 1: { ...node, inputs: { value: 'removed' } } })
  const editable = { type: 'ApiKeyNode', widgets_values: ['hunter2hunter', 'two words'] }
  expect(withoutSecrets([{ nodes: [editable] }])).toEqual({
    nodes: [{ ...editable, widgets_values: ['removed', 'two words'] }],
  })
})

test('a value next to a name of a secret is removed', () => {
  const pairs = {
    headers: [
      { name: 'Authorization', value: 'canary' },
      { header: 'X-Api-Key', value: 'canary' },
      { name: 'Accept', value: 'text/plain' },
    ],
    fields: [
      ['password', 'canary'],
      ['seed', 'canary'],
    ],
  }
  expect(withoutSecrets([pairs])).toEqual({
    headers: [
      { name: 'Authorization', value: 'removed' },
      { header: 'X-Api-Key', value: 'removed' },
      { name: 'Accept', value: 'text/plain' },
    ],
    fields: [
      ['password', 'removed'],
      ['seed', 'canary'],
    ],
  })
})

test.each([[['hunter2']], [{ value: 'hunter2' }]])('the value %j is removed from a node titled Password', (values) => {
  const [left] = [JSON.stringify(values).replace('hunter2', 'removed')]
  expect(withoutSecrets([{ nodes: [{ title: 'Password', widgets_values: values }] }])).toEqual({
    nodes: [{ title: 'Password', widgets_values: JSON.parse(left) as unknown }],
  })
})

test.each([
  'the key of a password is not '.repeat(8_000) + 'a'.repeat(20_000) + '-'.repeat(20_000),
  ...['a:', 'http://', 'data:', 'C:\\a', 'a.a@', '--a-', '\\"'].map((part) => part.repeat(200_000 / part.length)),
])('a long text is cleaned quickly', (text) => {
  const begin = process.cpuUsage()
  withoutSecrets([{ text }])
  expect(process.cpuUsage(begin).user).toBeLessThan(2_000_000)
})
