import { feedLinks } from './topic-head.ts'
import { excerpt, pictureMeta, wholeAddress, type Origins, type PageHead } from './page-head.ts'
import type { PersonMetadata } from '../share-metadata.queries.ts'
import { nameOf, profilePage } from './structured-data.ts'

export function profileHead(person: PersonMetadata, origins: Origins): PageHead {
  const name = nameOf(person)
  const path = `/profile/${person.username}`
  // An uploaded avatar is a path, and any other avatar is an external URL.
  const picture = person.avatarUrl ? new URL(person.avatarUrl, wholeAddress('/', origins)).href : undefined
  return {
    title: name,
    description: person.bio ? excerpt(person.bio) : (siteName) => `AI-generated videos by ${name} on ${siteName}.`,
    path,
    meta: [
      ['og:type', 'profile'],
      ['profile:username', person.username ?? ''],
      ...(picture ? pictureMeta({ url: picture }, name) : []),
      ['twitter:card', 'summary'],
    ],
    links: feedLinks(path, name),
    data: profilePage(person, { page: origins.publicUrl + path, picture }),
  }
}
