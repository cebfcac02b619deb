import { testNginx } from './nginx.suite.ts'

// Unlike the S3 stub, the Swift server verifies the signatures of requests.
testNginx('swift')
