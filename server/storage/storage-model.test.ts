import { testModel } from './storage-model.suite.ts'

testModel('disk', 'the disk')
testModel('bucket', 'a bucket', 1 / 10)
