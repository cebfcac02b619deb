/** One file to fetch. */
export { readStatements } from '../../../../../contract/media/statements/read-statements.ts'
export { ThisFileSays } from './this-file-says.tsx'
