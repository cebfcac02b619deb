import type { Config } from './config.ts'
import { isLoopback } from './origins.ts'

type Facts = Pick<
  Config,
  'publicUrl' | 'isPublicUrlGuessed' | 'origins' | 'dataDir' | 'databaseUrl' | 'bucket' | 'role'
>

/** Describes the running server for the operator: its address, its folders, how to stop it and what to do next. */
export function describeStart(
  config: Facts,
  { isTerminal, showsSamples, hasAdmin }: { isTerminal: boolean; showsSamples: boolean; hasAdmin: boolean },
): string[] {
  const { publicUrl, origins, dataDir, databaseUrl, bucket, role } = config
  const stopping = isTerminal ? 'press Ctrl-C' : `send SIGTERM to process ${process.pid}`
  if (role === 'worker') return [`Reverie works in the background for ${publicUrl}`, `  To stop    ${stopping}`]
  const others = origins.filter((origin) => origin !== publicUrl)
  return [
    ...(hasAdmin ? [] : ['This site has no admin yet. Run `npm run admin` with the same settings to create one.']),
    `Reverie is ready at ${publicUrl}`,
    ...(others.length > 0 ? [`  Listens at ${others.join(', ')}`] : []),
    `  Data       ${dataDir}${databaseUrl ? ' (using the database at DATABASE_URL)' : ''}`,
    ...(bucket ? [`  Files      the bucket '${bucket.address.bucket}' at ${bucket.address.endpoint ?? 'AWS'}`] : []),
    `  To stop    ${stopping}`,
    ...(showsSamples ? ['  Samples    the clips on it are samples; npm run demo:remove removes them'] : []),
    '  Next       open the address and sign up; docs/operating.md: the network, backups, upgrades',
    ...warningsOf(config),
  ]
}

function warningsOf({ publicUrl, isPublicUrlGuessed }: Facts): string[] {
  const { protocol, hostname } = new URL(publicUrl)
  const warnings = []
  if (isPublicUrlGuessed) {
    warnings.push(`Links, previews and feeds name ${publicUrl}. If people use another address, set PUBLIC_URL to it.`)
  }
  if (protocol === 'http:' && !isLoopback(hostname)) {
    warnings.push(
      'Over plain http, others on the network can read passwords, and browsers don’t allow copying links or ' +
        'installing the site. Put an https proxy in front of it: see docs/operating.md.',
    )
  }
  return warnings
}
