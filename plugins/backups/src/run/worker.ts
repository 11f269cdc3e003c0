import { isDatabaseOutage, repeat, type TakenUnit } from '@linecard/plugin-kit'
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

/** The queue is looked into so often, in ms. */
const lookMs = 500
/** After the end of a reading the queue is looked into so soon, in ms: several may end together. */
const wakeMs = 50
/** Leases are confirmed so often, in ms: half a lease without a sign is a lost one. */
const keepMs = (leaseSec * 1000) / 6
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
export function startWorker(base: Base): () => Promise<void> {
  const { ctx, counts } = base
  const stopping = new AbortController()
  const running = new Map<TakenUnit, AbortController>()
  const readings = new Set<Promise<void>>()
  const queue = () => base.queue(ctx.use('work').group)
  const failed = (what: string) => (error: unknown) =>
    ctx.log[isDatabaseOutage(error) ? 'warn' : 'error']({ err: error }, what)
  const failedTaking = failed('configurations could not be read; tried again')
  let taking: Promise<boolean> = Promise.resolve(false)
  let waking: NodeJS.Timeout | undefined

  const begin = ({ unit, ...claim }: Claim & { unit: TakenUnit }) => {
    const lost = new AbortController()
    running.set(unit, lost)
    const reading = counted(base, claim, AbortSignal.any([lost.signal, stopping.signal]))
      .then(queue)
      .then(own => own.done([unit]))
      // Its lease ends by itself.
      .catch(() => undefined)
      .then(() => {
        running.delete(unit)
        readings.delete(reading)
        counts.state.running = running.size
        if (!stopping.signal.aborted) waking ??= setTimeout(wake, wakeMs)
      })
    readings.add(reading)
  }

  /** Returns whether there may be more. */
  const takeSome = async (): Promise<boolean> => {
    const free = Math.min(ctx.config.at_once - running.size, mostTaken)
    if (free <= 0) return false
    const own = await queue()
    const units = await own.take(free)
    if (units.length === 0) return false
    try {
      const claims = await claimsOf(base, units)
      const claimed = new Set(claims.map(({ unit }) => unit))
      await own.done(units.filter(unit => !claimed.has(unit)))
      for (const claim of claims) begin(claim)
    } catch (error) {
      await own.done(units).catch(() => undefined)
      throw error
    }
    counts.state.running = running.size
    return units.length === free
  }
  const take = () => (taking = taking.catch(() => false).then(takeSome))
  // Those that wait are not kept waiting for the next look.
  const wake = () => {
    waking = undefined
    take().catch(failedTaking)
  }
  const keep = async () => {
    const units = [...running.keys()]
    if (units.length === 0) return
    const held = await (await queue()).keep(units)
    for (const unit of units)
      if (!held.has(unit.id)) running.get(unit)?.abort(new Error('the lease of the reading has ended'))
  }
  const ends = [
    repeat(lookMs, take, failedTaking),
    repeat(keepMs, keep, failed('leases of readings could not be kept; tried again')),
  ]
  return async () => {
    stopping.abort(new Error('the service stops'))
    clearTimeout(waking)
    await Promise.all(ends.map(end => end()))
    await Promise.race([Promise.all(readings), new Promise(resolve => setTimeout(resolve, endMs))])
  }
}
