import { describe } from 'vitest'
import { testNginx } from './nginx.suite.ts'

describe('files on a disk', () => {
  testNginx('disk')
})

describe('files in a bucket', () => {
  testNginx('stub')
})
