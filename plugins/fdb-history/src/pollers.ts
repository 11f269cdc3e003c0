import type { Module } from '@linecard/driver-kit'
import { arpInfo, arps, fdb } from '@linecard/driver-kit/modules'
import { type DeviceAnswered, type Keep, type Poller, type Context, lookSoon } from '@linecard/plugin-kit'
import { retryable } from '@linecard/plugin-kit/concurrency'
import type { History } from './setup.ts'
import { isRenumbered } from '@linecard/inventory/read'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { anomalyEvents, type Anomaly, type AnomalyRules } from './anomalies/anomaly.ts'
import { anomaliesOfIps } from './anomalies/of-ips.ts'
import { anomaliesOfMacs } from './anomalies/of-macs.ts'
import { keepAnomalies } from './anomalies/store.ts'
import type { Config } from './config.ts'
import { neighboursOf } from './seen/neighbours.ts'
import { portsOf } from './seen/ports.ts'
import { stationsOf, type FdbRow } from './seen/stations.ts'
import { neighbourStays } from './seen/neighbour-stays.ts'
import { stationStays } from './seen/station-stays.ts'
import type { Found } from './stays/plan.ts'
import { storeStays, type Compared, type Reading, type StayTable, type Stored } from './stays/store.ts'
import { forgetOff } from './forget.ts'

/** An answer about a whole device. */
interface Answered {
  deviceId: number
  data: unknown
  /** The device itself proved that nothing is missing. */
  complete: boolean
  time: Date
}

/**
 * Domain event: addresses of a device move without end, or too many began; once an hour for each device.
 */
export const flapping = 'fdb.flapping'
export interface Flapping {
  device_id: number
  kind: 'fdb' | 'arp'
  /** MAC addresses, or IP addresses, that move without end. */
  addresses: number
  /** New stays that were not stored, because there were too many. */
  left_out: number
  time: Date
}

declare module '@linecard/plugin-kit' {
  interface EventValues {
    [flapping]: Flapping
  }
}

/** Ports of a device that lead to other devices: ends of links, and those with a tag of the settings. */
async function leadingOn(ctx: Context<Config>, deviceId: number): Promise<Set<number>> {
  const [tagged = [], linked = []] = await Promise.all([
    ctx.find('interface-marks')?.tagged(deviceId, ctx.config.ignored_tags),
    ctx.find('links')?.linked(deviceId),
  ])
  return new Set([...tagged, ...linked])
}

/** SQLSTATE foreign_key_violation: the device or an interface was removed in the meantime. */
const isGone = (error: unknown) => error instanceof Error && 'code' in error && error.code === '23503'

async function keep<R extends Found>(
  ctx: Context<Config>,
  table: StayTable<R>,
  reading: Reading<R>,
  anomaliesOf: (compared: Compared<R>, rules: AnomalyRules) => Anomaly[],
): Promise<Stored | null> {
  const { port_rows: perPort, device_rows: perDevice, gap_min: gap, anomaly_min: calm } = ctx.config
  const rules = { perPort, perDevice, gapMs: gap * 60_000, now: ctx.clock() }
  const limits = { loop: ctx.config.loop_addresses, perPort, perMac: ctx.config.arp_addresses }
  const { deviceId, time } = reading
  let odd = 0
  const also = async (em: SqlEntityManager, compared: Compared<R>) => {
    const anomalies = anomaliesOf(compared, limits)
    odd = anomalies.length
    await keepAnomalies(em, deviceId, anomalies, { time, calmMs: calm * 60_000 })
  }
  try {
    const stored = await retryable(() =>
      storeStays(ctx.em() as SqlEntityManager, table, reading, rules, also),
    )
    if (stored?.flapping != null)
      ctx.events.emit(flapping, {
        device_id: deviceId,
        kind: table.kind,
        addresses: stored.flapping,
        left_out: stored.left,
        time,
      })
    if (odd > 0) ctx.events.emit(lookSoon, { device_ids: [deviceId], names: anomalyEvents })
    return stored
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

/** Stores the FDB of a device. Null: nothing of it was to be stored. */
export async function keepFdb(ctx: Context<Config>, answered: Answered): Promise<Stored | null> {
  const { deviceId, data } = answered
  const rows = data as FdbRow[]
  const ports = await portsOf(ctx.em(), deviceId)
  if (isRenumbered(ports.byKey, new Set(rows.flatMap(row => row.interface ?? [])))) {
    ctx.log.info({ device_id: deviceId }, 'ports are renumbered: their MAC addresses wait for the interfaces')
    return null
  }
  await forgetOff(
    ctx.em(),
    [...ports.byKey.values()].flatMap(port => (port.fdb_enabled ? [] : port.id)),
  )
  const { found, elsewhere } = await stationsOf(rows, ports, await leadingOn(ctx, deviceId))
  return keep(ctx, stationStays, { ...answered, found }, (compared, rules) =>
    anomaliesOfMacs({ ...compared, elsewhere }, rules),
  )
}

/** Stores the ARP table of a device, as `arps` or `arp_info` answers it. */
async function keepArp(ctx: Context<Config>, answered: Answered): Promise<Stored | null> {
  const ports = await portsOf(ctx.em(), answered.deviceId)
  const found = await neighboursOf(answered.data as Parameters<typeof neighboursOf>[0], ports)
  return keep(ctx, neighbourStays, { ...answered, found }, anomaliesOfIps)
}

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
