import { openTestFiles } from '../../test/test-files.ts'
import { testModel } from '../storage-model.suite.ts'
import { testStorage } from '../storage.suite.ts'

testStorage('in a bucket of OpenStack Swift', () => openTestFiles('swift', ''))
testModel('swift', 'Swift', 1 / 30)
