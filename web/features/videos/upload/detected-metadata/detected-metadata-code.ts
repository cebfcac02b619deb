/** Bundles the exports into a single file to load. */
export { readStatements } from '../../../../../contract/media/statements/read-statements.ts'
export { DetectedMetadata } from './detected-metadata.tsx'
