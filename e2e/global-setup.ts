import { startProduct } from './server.ts'

/** One product serves the whole run; each test makes people and clips of its own. */
export default async function setup(): Promise<() => Promise<void>> {
  const product = await startProduct()
  process.env.E2E_URL = product.url
  return () => product.stop()
}
