import { testWithDamagedFiles } from './corpus.suite.ts'

testWithDamagedFiles({ mutationsOfEach: 5 })
