import type { Product } from '../../e2e/support/servers/server.ts'

/** Creates an account. @returns The `Cookie` header of its session. */
export async function signUp({ url }: Pick<Product, 'url'>, email = 'bench@example.org'): Promise<string> {
  const reply = await fetch(`${url}/api/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'a good secret' }),
  })
  const [cookie = ''] = reply.headers.getSetCookie()
  return cookie.replace(/;.*/, '')
}
