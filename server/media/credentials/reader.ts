import { createRequire } from 'node:module'

const { version } = createRequire(import.meta.url)('@contentauth/c2pa-wasm/package.json') as { version: string }

/** Names the program that reads and validates credentials. */
export const READER = `c2pa-wasm ${version}`
