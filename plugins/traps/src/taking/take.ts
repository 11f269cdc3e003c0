import { devicesSaid, driversChanged, isDatabaseOutage, type Context } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import type { KnownDevices } from '../known/devices.ts'
import { askOf } from '../look/asks.ts'
import type { Ask } from '../look/asks.ts'
import type { Counts } from '../metrics.ts'
import { messagesOf } from '../said.ts'
import { storeLines } from '../store/syslog.ts'
import { storeTraps } from '../store/traps.ts'
import { trimRows, type Log } from '../store/trim.ts'
import { storeThroughOutages } from './through.ts'
import { createAfter } from '../told/after.ts'
import { meaningsOf } from '../told/meanings.ts'
import { interfacesOf } from '../told/places.ts'
import { toldOf, type Told } from '../told/told.ts'
import type { KnownDevice } from '../known/devices.ts'
import type { HeardItem, HeardLine, HeardTrap } from '../intake/orders.ts'

/** After so many rows old ones are removed. */
const trimEvery = 1000

/** What is done with items that arrived. */
export interface Taking {
  /** Resolves when they are stored, or can never be. Never rejects. */
  take(items: readonly HeardItem[]): Promise<void>
  stop(): void
}

export interface TakeOptions {
  ctx: Context<Config>
  known: KnownDevices
  counts: Counts
  ask(device: KnownDevice, asks: readonly Ask[]): void
}

export function createTaking({ ctx, known, counts, ask }: TakeOptions): Taking {
  const stopping = new AbortController()
  let meanings = meaningsOf(ctx.drivers)
  const unfollow = ctx.events.on(driversChanged, () => {
    meanings = meaningsOf(ctx.drivers)
  })
  const after = createAfter(ctx)
  const written: Record<Log, number> = { traps_trap: 0, traps_syslog: 0 }

  const trim = async (log: Log, count: number) => {
    written[log] += count
    if (written[log] < trimEvery) return
    written[log] = 0
    await trimRows(ctx.em(), log, log === 'traps_trap' ? ctx.config.trap_rows : ctx.config.syslog_rows)
  }
  const storeAll = storeThroughOutages(known, stopping.signal)
  const takeTraps = (traps: readonly HeardTrap[]) =>
    storeAll(traps, async some => {
      const { supports } = ctx.use('equipment')
      const told = some.map(trap =>
        toldOf(trap, known.byId.get(trap.deviceId ?? 0) ?? null, meanings, supports),
      )
      const ids = await ctx
        .em()
        .transactional(async em =>
          storeTraps(
            em as SqlEntityManager,
            told,
            await interfacesOf({ em: () => em as SqlEntityManager }, told),
          ),
        )
      counts.stored.add({ protocol: 'snmp' }, some.length)
      after(told)
      if (ctx.config.look) askAll(told, ids)
      await trim('traps_trap', some.length)
    })
  const askAll = (told: readonly Told[], ids: readonly string[]) => {
    const asks = told.flatMap((one, at) => {
      const made = one.device && askOf(one, ids[at]!)
      return made ? [{ device: one.device!, made }] : []
    })
    for (const [device, all] of Map.groupBy(asks, one => one.device))
      ask(
        device,
        all.map(({ made }) => made),
      )
  }
  const takeLines = (lines: readonly HeardLine[]) =>
    storeAll(lines, async some => {
      await storeLines(ctx.em(), some)
      ctx.events.emit(devicesSaid, messagesOf(some))
      counts.stored.add({ protocol: 'syslog' }, some.length)
      await trim('traps_syslog', some.length)
    })

  return {
    async take(items) {
      const parts = [
        () => takeTraps(items.filter(item => item.kind === 'trap')),
        () => takeLines(items.filter(item => item.kind === 'line')),
      ]
      for (const part of parts)
        try {
          await part()
        } catch (error) {
          if (stopping.signal.aborted || isDatabaseOutage(error)) return
          ctx.log.error({ err: error, items: items.length }, 'messages of devices could not be stored')
        }
    },
    stop() {
      unfollow()
      stopping.abort(new Error('the service stops'))
    },
  }
}
