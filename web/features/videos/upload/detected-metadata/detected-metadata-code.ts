/** Bundles the exports into a single file to load. */
export { readDetectedMetadata } from '../../../../../contract/media/detected-metadata/detected-metadata.ts'
export { DetectedMetadataSection } from './detected-metadata-section.tsx'
