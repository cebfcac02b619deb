/** Bundles the exports into a single file to load. */
export { readStatements } from '../../../../../contract/media/detected-metadata/read-statements.ts'
export { DetectedMetadata } from './detected-metadata.tsx'
