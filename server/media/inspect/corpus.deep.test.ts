import { testWithDamagedFiles } from './corpus.suite.ts'

// With the disguised ones, more than 500 files.
testWithDamagedFiles({ mutationsOfEach: 45 })
