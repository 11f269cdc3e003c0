import type { Module } from '@linecard/driver-kit'
import { arpInfo, arps, fdb } from '@linecard/driver-kit/modules'
import type { DeviceAnswered, Keep, Poller } from '@linecard/plugin-kit'
import { keepArp, keepFdb } from './kept.ts'
import type { History } from './setup.ts'

/** Stores whole tables, one after the other: their anomalies are compared with those of other devices. */
const kept = (module: { name: string }, store: typeof keepFdb, complete = true): Keep<History> => ({
  modules: [module],
  whole: true,
  async keep({ ctx }, answers: readonly DeviceAnswered[]) {
    for (const { device_id: deviceId, data, complete: whole, time } of answers)
      await store(ctx, { deviceId, data, complete: whole && complete, time })
  },
})

/** What devices answer about addresses is kept, whoever asked. */
export const keeps: Readonly<Record<string, Keep<History>>> = {
  fdb: kept(fdb, keepFdb),
  arps: kept(arps, keepArp),
  // It has no neighbours of IPv6: what it lacks may be in the other table.
  arp_info: kept(arpInfo, keepArp, false),
}

export const pollers: Readonly<Record<string, Poller<History>>> = {
  arp_table: {
    summary: 'ARP tables of routers: which IP address is at which MAC address',
    intervalSec: 600,
    modules: [arps, arpInfo] as unknown as readonly Module[],
    seesAll: true,
  },
}
