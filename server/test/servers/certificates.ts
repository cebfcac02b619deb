import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../../e2e/support/servers/find-program.ts'

export const hasOpenssl = findProgram('openssl') !== undefined
export const notRun = 'Not run: TLS to a PostgreSQL (there is no openssl on the PATH).'

/**
 * Writes a new authority (`ca.pem`) and a server's key and certificate signed by it (`server.key`, `server.pem`).
 *
 * @param host The name that the certificate is for; not an address.
 */
export function makeCertificates(folder: string, host: string): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Authority of a test')
  openssl('req', ...newKey, '-keyout', 'server.key', '-out', 'server.csr', '-subj', `/CN=${host}`)
  writeFileSync(join(folder, 'names'), `subjectAltName=DNS:${host}\n`)
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names']
  openssl('x509', '-req', '-in', 'server.csr', '-out', 'server.pem', ...signing)
}
