import { cardStatus, ponOntsReasons, ponPortsOptical } from '@linecard/driver-kit/modules'
import { DeviceError, type Module, type ResultOf } from '@linecard/driver-kit'
import { ApiError, type Context } from '@linecard/plugin-kit'
import { isAhead, isOvertaken, sql } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { tables } from '../tables.ts'
import { cardWorks } from './words.ts'

/** A transmitter with less power than this is off, dBm. */
const darkDbm = -20

const cardsIn = (rows: ResultOf<typeof cardStatus>): Record<string, boolean> =>
  Object.fromEntries(
    rows.flatMap(({ slot, oper_status: word }) => {
      const works = cardWorks(word)
      return works === null ? [] : [[String(slot), works]]
    }),
  )

/** A port without any value of its transceiver says nothing. */
const sendsIn = (rows: ResultOf<typeof ponPortsOptical>): Record<string, boolean> =>
  Object.fromEntries(
    rows.flatMap(({ interface: { id }, tx }) => (tx === null ? [] : [[String(id), tx > darkDbm]])),
  )

/** Keeps what an OLT says of its hardware. A card that was there and is not listed any more does not work. */
async function keep(
  ctx: Context<Config>,
  deviceId: number,
  told: {
    at: Date
    cards?: Record<string, boolean> | undefined
    sends?: Record<string, boolean> | undefined
  },
): Promise<void> {
  const before = await tables(ctx.em())
    .selectFrom('correlation_device')
    .select('cards')
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  const gone = Object.keys(before?.cards ?? {}).filter(slot => told.cards && !(slot in told.cards))
  const cards = told.cards && { ...told.cards, ...Object.fromEntries(gone.map(slot => [slot, false])) }
  await sql`
    insert into correlation_device (device_id, cards, sends, told_at)
    values (${deviceId}, ${JSON.stringify(cards ?? {})}::jsonb, ${JSON.stringify(told.sends ?? {})}::jsonb,
      ${told.at}::timestamptz)
    on conflict (device_id) do update set told_at = excluded.told_at,
      cards = case when ${cards !== undefined} then excluded.cards else correlation_device.cards end,
      sends = case when ${told.sends !== undefined} then excluded.sends else correlation_device.sends end
      where not ${isOvertaken('correlation_device.told_at', 'excluded.told_at')}
  `.execute(tables(ctx.em()))
}

/** Keeps the state of cards that a poll has read. */
export const keepCards = (ctx: Context<Config>, deviceId: number, rows: unknown, at: Date): Promise<void> =>
  keep(ctx, deviceId, { at, cards: cardsIn(rows as ResultOf<typeof cardStatus>) })

/** Notes that a device has restarted. Several polls may tell of the same restart. */
export const noteRestart = (ctx: Context<Config>, deviceId: number, at: Date): Promise<unknown> =>
  sql`
    insert into correlation_device as d (device_id, restarted_at) values (${deviceId}, ${at}::timestamptz)
    on conflict (device_id) do update set restarted_at = excluded.restarted_at, restart_seen_at = null
      where d.restarted_at is null or d.restarted_at < excluded.restarted_at - interval '1 minute'
        or ${isAhead('d.restarted_at')}
  `.execute(tables(ctx.em()))

/** Readings of a device whose times are kept: those of some hours. */
const mostReads = 200

/** Notes that the states of the ONUs of a device were read. */
export const noteReading = (ctx: Context<Config>, deviceId: number, time: Date): Promise<unknown> =>
  sql`
    insert into correlation_device as d (device_id, read_at, reads)
    values (${deviceId}, ${time}::timestamptz, array[${time}::timestamptz])
    on conflict (device_id) do update set
      reads = (excluded.reads || d.reads)[1:${sql.raw(String(mostReads))}],
      read_at = case when ${isAhead('d.read_at')} then excluded.read_at
        else greatest(d.read_at, excluded.read_at) end,
      restart_seen_at = case when d.restarted_at is not null
        then coalesce(d.restart_seen_at, excluded.read_at) end
  `.execute(tables(ctx.em()))

/** A device is asked again after so long at the earliest, s. */
export const againSec = 10

/** Whether this process is the one that asks the device now. */
async function mayAsk(ctx: Context<Config>, deviceId: number): Promise<boolean> {
  const { rows } = await sql<{ device_id: number }>`
    insert into correlation_device as d (device_id, asked_at) values (${deviceId}, now())
    on conflict (device_id) do update set asked_at = now()
      where d.asked_at is null or d.asked_at < now() - ${`${againSec} seconds`}::interval
    returning device_id`.execute(tables(ctx.em()))
  return rows.length > 0
}

/**
 * Reads the states of the ONUs once more, why and when they were lost, and what cards and transmitters say. A
 * device that does not answer is left alone: that says nothing of its ONUs.
 *
 * @returns whether it was asked
 */
export async function askOlt(ctx: Context<Config>, deviceId: number, signal: AbortSignal): Promise<boolean> {
  if (!(await mayAsk(ctx, deviceId))) return false
  const began = ctx.clock()
  const { onus: readAt } = await ctx.use('interfaces').refresh(deviceId)
  // One that had begun before may have read what was so before.
  if (readAt !== null && readAt >= began) await noteReading(ctx, deviceId, readAt)
  const caller = ctx.use('auth').system()
  const equipment = ctx.use('equipment')
  const target = await ctx.use('devices').target({ id: deviceId }, caller)
  const ask = async <M extends Module<never, never>>(module: unknown): Promise<unknown> => {
    const wanted = module as M
    if (signal.aborted || !equipment.supports(target.modelKey, wanted)) return undefined
    try {
      const call = equipment.callByName(target, wanted.name, {}, { from: 'device', caller, signal })
      return (await call).data
    } catch (error) {
      if (error instanceof DeviceError || error instanceof ApiError) return undefined
      throw error
    }
  }
  await ask(ponOntsReasons)
  const at = ctx.clock()
  const cards = (await ask(cardStatus)) as ResultOf<typeof cardStatus> | undefined
  const sends = (await ask(ponPortsOptical)) as ResultOf<typeof ponPortsOptical> | undefined
  await keep(ctx, deviceId, { at, cards: cards && cardsIn(cards), sends: sends && sendsIn(sends) })
  return true
}
