import type { FastifyInstance } from 'fastify'
import { amongNetworks, type IsAmong, PRIVATE } from '../networks.ts'

/** Logs once that there seems to be a proxy that is not trusted. All its clients share its address and limits. */
export function noticeUnnamedProxy(app: FastifyInstance, isTrusted: IsAmong): void {
  const isPrivate = amongNetworks(PRIVATE)
  let isLogged = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isLogged && request.headers['x-forwarded-for'] !== undefined) {
      const { remoteAddress } = request.socket
      isLogged = isPrivate(remoteAddress) && !isTrusted(remoteAddress)
      if (isLogged) {
        request.log.warn(
          `A proxy at ${remoteAddress} is not trusted, so all clients behind it share the same limits. ` +
            'If it is yours, set TRUSTED_PROXIES to its address or network.',
        )
      }
    }
    done()
  })
}
