import type { LightMyRequestResponse } from 'fastify'
import type { OperationName } from '../clients/contract-calls.ts'
import type { Asker } from './permissions.table.ts'

/** Operations that show the video, unless it is hidden. */
const videoLists: OperationName[] = ['listVideos', 'listUserVideos', 'listTagVideos', 'listToolVideos']

/** Returns keys that look like a secret, and e-mail addresses other than the allowed one. */
export function secretsIn(reply: LightMyRequestResponse, allowedEmail: string | undefined): string[] {
  if (!String(reply.headers['content-type']).includes('json')) return []
  const isLines = String(reply.headers['content-type']).includes('jsonl')
  const values = isLines
    ? reply.body
        .split('\n')
        .filter(Boolean)
        .map((line): unknown => JSON.parse(line))
    : [reply.json()]
  const keys = values.flatMap(keysIn).filter((key) => /password|hash|sess|sid|secret/i.test(key))
  const emails = reply.body.match(/[\w.+-]+@[\w.-]+/g) ?? []
  return [...keys, ...emails.filter((email) => email !== allowedEmail)].map((secret) => `it shows ${secret}`)
}

/** Operations that list people, among whom staff and reporters may appear. */
const peopleLists: OperationName[] = [
  'listUsers',
  'listCreators',
  'listFollowers',
  'listFollowing',
  'listNotifications',
  'streamNotifications',
]

/** Returns names of reporters and moderators in a reply, which only staff may see. */
export function namesIn(operation: OperationName, asker: Asker, body: string): string[] {
  if (peopleLists.includes(operation) || asker.endsWith('moderator') || asker === 'admin') return []
  const own = asker.endsWith('stranger') ? 'Canary Reporter' : undefined
  const names = String(body).match(/Canary (Moderator|Admin|Reporter)/g) ?? []
  return names.filter((name) => name !== own).map((name) => `it names ${name}`)
}

/** Returns violations of hiding: a hidden video is not shown to strangers, and in lists not even to its owner. */
export function faultsOfHiding(operation: OperationName, asker: Asker, isShown: boolean): string[] {
  const mustShow = videoLists.includes(operation) && !asker.startsWith('hidden')
  const mustNotShow = asker === 'hidden from stranger' || (videoLists.includes(operation) && !mustShow)
  return [
    ...(mustShow && !isShown ? ['the video is missing'] : []),
    ...(mustNotShow && isShown ? ['the video is shown'] : []),
  ]
}

function keysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [...(Array.isArray(value) ? [] : [key]), ...keysIn(inner)])
}
