import { system } from '@linecard/driver-kit/modules'
import type { Context, TakenUnit } from '@linecard/plugin-kit'
import { consume } from '@linecard/plugin-kit/concurrency'
import { tables } from './tables.ts'

/** A device whose process is silent for half of it is read by another one, s. */
const leaseSec = 60

/** A process that takes work reads devices of the queue until `stop`; the job puts them in. */
export function startReading(ctx: Context) {
  const work = ctx.use('work')
  const queue = () => work.queue('uptimes', leaseSec)

  async function read({ key }: TakenUnit, signal: AbortSignal): Promise<void> {
    const target = await ctx.use('devices').target({ id: Number(key) }, ctx.use('auth').system())
    const { data } = await ctx.use('equipment').call(target, system, {}, { from: 'device', signal })
    // A device that does not tell it keeps what it told before.
    if (data.uptime_sec === null) return
    const row = { uptime_sec: data.uptime_sec, read_at: ctx.clock() }
    await tables(ctx.em())
      .insertInto('uptimes_device')
      .values({ device_id: Number(key), ...row })
      .onConflict(conflict => conflict.column('device_id').doUpdateSet(row))
      .execute()
  }
  const end = work.takes
    ? consume({
        ctx,
        what: 'uptimes',
        queue,
        leaseSec,
        atOnce: () => 20,
        mostTaken: 20,
        claim: async units => units.map(unit => ({ unit })),
        work: ({ unit }, { lost, stopping }) => read(unit, AbortSignal.any([lost, stopping])),
        onRunning: () => undefined,
        endMs: 1_000,
      })
    : async () => undefined

  return {
    ctx,
    stop: end,
    async putAll(): Promise<void> {
      const devices = await ctx.use('devices').pollable()
      const asked = devices.filter(device => device.model_key !== null)
      await (await queue()).put(asked.map(({ id }) => ({ key: String(id) })))
    },
  }
}
