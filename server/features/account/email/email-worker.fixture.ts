// Test fixture: sends e-mails until it is killed. Arguments: the address of the database and of the mail server.
import { connectPatiently } from '../../../test/connect-patiently.ts'
import { startJobs } from '../../../jobs/jobs.ts'
import { workOnEmails } from './send-email.jobs.ts'

const [databaseUrl = '', url = ''] = process.argv.slice(2)
const mail = { url, from: 'reverie@site.example' }
const config = { publicUrl: 'http://reverie.test', rateLimits: false, trustedProxies: [], mail, isOneOfMany: false }
await workOnEmails({ db: connectPatiently(databaseUrl), jobs: await startJobs(databaseUrl, console), config })
console.log('ready')
