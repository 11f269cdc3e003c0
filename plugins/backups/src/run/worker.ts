import type { TakenUnit } from '@linecard/plugin-kit'
import { consume } from '@linecard/plugin-kit/concurrency'
import { leaseSec, type Base } from '../base.ts'
import { readOne, type Claim } from './read-one.ts'
import { randomUUID } from 'node:crypto'
import { sql } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

/**
 * Marks the devices of units as being read by this process. What an earlier attempt still reads of them is
 * not stored any more. Units of devices that are not due are left out: another process has read them.
 */
async function claimsOf(
  { ctx }: Base,
  units: readonly TakenUnit[],
): Promise<(Claim & { unit: TakenUnit })[]> {
  const ids = units.map(({ key }) => Number(key))
  const started = ctx.clock()
  const [devices, target] = await Promise.all([
    ctx.use('devices').pollable(ids),
    ctx.use('devices').targets(ids),
  ])
  const attempts = ids.map(id => ({ device_id: id, attempt: randomUUID() }))
  const { rows } = await sql<{ device_id: number; attempt: string; asked: boolean }>`
    update backups_device d set status = 'running', attempt = a.attempt, attempted_at = ${started}
    from jsonb_to_recordset(${JSON.stringify(attempts)}::jsonb) as a (device_id integer, attempt uuid)
    where d.device_id = a.device_id and d.next_at <= ${started}
    returning d.device_id, a.attempt, d.asked_at is not null as asked`.execute(tables(ctx.em()))
  const [byId, unitOf] = [
    new Map(devices.map(device => [device.id, device])),
    new Map(units.map(unit => [Number(unit.key), unit])),
  ]
  return rows.flatMap(({ device_id: id, attempt, asked }) => {
    const [device, unit] = [byId.get(id), unitOf.get(id)]
    return device && unit ? [{ device, unit, attempt, asked, started, target: () => target(id) }] : []
  })
}

/** Devices that are taken at once. */
const mostTaken = 50
/** Time that readings have to end when the service stops, in ms. */
const endMs = 1_000

/** Reads a device and counts it. Never rejects. */
async function counted(base: Base, claim: Claim, signal: AbortSignal): Promise<void> {
  const { ctx, counts } = base
  const began = performance.now()
  try {
    counts.reads.add({ result: (await readOne(base, claim, signal)) ?? 'lost' })
    counts.duration.observe((performance.now() - began) / 1000)
  } catch (error) {
    if (signal.aborted) return
    const about = { err: error, device_id: claim.device.id }
    ctx.log.warn(about, 'a configuration was not stored; the device is read again')
  }
}

/** Takes devices and reads them, as many at once as the setting says. Gives what ends this. */
export const startWorker = (base: Base): (() => Promise<void>) =>
  consume({
    ctx: base.ctx,
    what: 'readings of configurations',
    queue: () => base.queue(base.ctx.use('work').group),
    leaseSec,
    atOnce: () => base.ctx.config.at_once,
    mostTaken,
    claim: units => claimsOf(base, units),
    work: (claim, { lost, stopping }) => counted(base, claim, AbortSignal.any([lost, stopping])),
    onRunning(count) {
      base.counts.state.running = count
    },
    endMs,
  })
