import { expect, test } from 'vitest'
import { describeUnusedSettings } from './unused-settings.ts'

test.each([
  ['ACESS_LOG', 'ACCESS_LOG'],
  ['database_url', 'DATABASE_URL'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['PROT', 'PORT'],
  ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
  ['SMTP_URLS', 'SMTP_URL'],
  ['AWS_ACESS_KEY_ID', 'AWS_ACCESS_KEY_ID'],
])('the warning about the misspelt variable %s names the intended setting', (name, meant) => {
  const sentence = `${name} is not a setting of Reverie and has no effect. Did you mean ${meant}?`
  expect(describeUnusedSettings({ [name]: 'hunter2' })).toEqual([sentence])
})

test('an unknown variable that shares a setting’s prefix is reported', () => {
  expect(describeUnusedSettings({ SMTP_PASSWORD: 'hunter2' })).toEqual([
    'SMTP_PASSWORD is not a setting of Reverie and has no effect. docs/operating.md lists the settings.',
  ])
})

test('a setting that needs another, missing setting is reported without its value', () => {
  const env = { AWS_ACCESS_KEY_ID: 'hunter2', DKIM_DOMAIN: 'example.org' }
  expect(describeUnusedSettings(env)).toEqual([
    'AWS_ACCESS_KEY_ID has no effect without STORAGE_URL. Please set STORAGE_URL, or remove it.',
    'DKIM_DOMAIN has no effect without SMTP_URL. Please set SMTP_URL, or remove it.',
  ])
  const complete = { ...env, STORAGE_URL: 's3://clips?region=eu-1', SMTP_URL: 'smtp://localhost' }
  expect(describeUnusedSettings(complete)).toEqual([])
})

test('variables of the system and of other programs cause no warning', () => {
  const others = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'USER',
    'LANG',
    'TERM',
    'SHELL',
    'PWD',
    'MAIL',
    'LOGNAME',
    'TZ',
    'NODE_ENV',
  ]
  const more = [
    'AWS_REGION',
    'AWS_PROFILE',
    'AWS_SESSION_TOKEN',
    'SESSION_MANAGER',
    'npm_config_cache',
    'JOURNAL_STREAM',
  ]
  const env = Object.fromEntries([...others, ...more].map((name) => [name, 'value']))
  expect(describeUnusedSettings({ ...env, PORT: '3000', SMTP_USER: '', DKIM_DOMAIN: '' })).toEqual([])
})
