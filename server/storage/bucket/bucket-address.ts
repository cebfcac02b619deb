export interface BucketAddress {
  bucket: string
  /** Endpoint of the server's S3 interface; `undefined` for AWS. */
  endpoint: string | undefined
  region: string
  /** Whether addresses are `https://server/bucket/key` instead of `https://bucket.server/key`. */
  isPathStyle: boolean
}

export interface BucketKeys {
  accessKeyId: string
  secretAccessKey: string
}

const known = new Set(['endpoint', 'region', 'style'])

/**
 * Parses `s3://bucket?endpoint=https://s3.example.org&region=eu-1`. With an endpoint, the region defaults to
 * `us-east-1` and the style to `path`; `style=host` selects the other one.
 *
 * @returns `undefined` if the address is malformed.
 */
export function parseBucketAddress(text: string): BucketAddress | undefined {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.host)) return undefined
  if (url.username || url.password || (url.pathname !== '' && url.pathname !== '/')) return undefined
  if ([...url.searchParams.keys()].some((name) => !known.has(name))) return undefined
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  const region = url.searchParams.get('region') ?? (endpoint && 'us-east-1')
  const style = url.searchParams.get('style') ?? (endpoint ? 'path' : 'host')
  if (
    !region ||
    !/^[\w-]+$/.test(region) ||
    (endpoint !== undefined && !isServer(endpoint)) ||
    !/^(path|host)$/.test(style)
  )
    return undefined
  return { bucket: url.host, endpoint, region, isPathStyle: style === 'path' }
}

function isServer(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password
}
