import { setTimeout as pause } from 'node:timers/promises'
import type { Added } from './add-devices.ts'
import type { Client } from './client.ts'

/**
 * Asks every device for its neighbours, and has the links found from what they told. Returns how many. A
 * device that does not answer is told, and has the links that the others tell.
 */
export async function findLinks(
  client: Client,
  devices: readonly Added[],
  told: (text: string) => void,
): Promise<number> {
  await Promise.all(
    devices.map(({ id, name }) =>
      client
        .call('GET', `/switcher-core/device/lldp_info/${id}`)
        .catch((error: Error) => told(`${name} does not tell its neighbours: ${error.message}`)),
    ),
  )
  interface Scan {
    running: boolean
    scanned_at: string | null
    report: { links: { found: number } } | null
  }
  const scan = async () => (await client.call<Scan>('GET', '/component/links/scan')).data
  const { scanned_at: before } = await scan()
  await client.call('POST', '/component/links/scan')
  let seen = await scan()
  for (; seen.running || seen.scanned_at === before; seen = await scan()) await pause(200)
  return seen.report?.links.found ?? 0
}
