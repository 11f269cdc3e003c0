import { between, random } from '../random.ts'
import { macOf } from '../simulated/values.ts'
import { isOnline } from './onu.ts'
import type { Onu, OnuStation, Uni } from './onu-state.ts'

/** The Ethernet ports of an ONU. The list may be changed. */
export function unisOf(onu: Onu): Uni[] {
  if (onu.unis) return onu.unis
  const next = random(`${onu.seed} uni`)
  return (onu.unis = Array.from({ length: onu.ethernet }, (_, at) => ({
    number: at + 1,
    enabled: true,
    plugged: at === 0 || next() < 0.3,
    speedMbps: next() < 0.8 ? 1000 : 100,
    pvid: 100,
  })))
}

export const uniIsUp = (onu: Onu, uni: Uni, now: number): boolean =>
  uni.enabled && uni.plugged && isOnline(onu, now)

/** The devices of the customer. The OLT knows their addresses while the ONU is online. */
export function stationsOf(onu: Onu): OnuStation[] {
  if (onu.stations) return onu.stations
  const next = random(`${onu.seed} stations`)
  return (onu.stations = Array.from({ length: between(next, 1, 2) }, (_, at) => ({
    mac: macOf(`${onu.seed} station ${at}`, [0x50, 0xd4, 0xf7]),
    vlan: at === 0 ? 100 : 200,
  })))
}
