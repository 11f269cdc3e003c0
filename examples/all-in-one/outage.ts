import { setTimeout as pause } from 'node:timers/promises'
import type { Added } from './add-devices.ts'
import type { Client } from './client.ts'
import type { SimulatedNetwork } from './simulated-network.ts'

/** The PON port of the demo whose fibre is cut, and repaired by the script of its OLT. */
const cut = { device: 'olt-north', port: 'gpon_olt-1/3/1' }
/** Looks at an OLT until the outage is told; polls that are due find it later otherwise. */
const [looks, betweenMs] = [20, 1_000]

/** Cuts a fibre, and polls its OLT at once. Returns the title of the outage; null: it is not told yet. */
export async function cutFibre(
  client: Client,
  network: SimulatedNetwork,
  devices: readonly Added[],
): Promise<string | null> {
  const olt = devices.find(({ name }) => name === cut.device)!
  await network.happen(cut.device, { do: 'fibre-cut', port: cut.port })
  await client.call('POST', `/device/${olt.id}/poll`, { pollers: ['interfaces_status'] })
  for (let n = 0; n < looks; n++) {
    const { data } = await client.call<{ title: string; ended_at: string | null }[]>(
      'GET',
      `/component/correlation/outages?device_id=${olt.id}`,
    )
    const open = data.find(({ ended_at }) => ended_at === null)
    if (open) return open.title
    await pause(betweenMs)
  }
  return null
}
