import { createRequire } from 'node:module'

const { version } = createRequire(import.meta.url)('@contentauth/c2pa-wasm/package.json') as { version: string }

/** What reads and checks credentials. */
export const READER = `c2pa-wasm ${version}`
