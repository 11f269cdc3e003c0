import { DeviceError } from '@linecard/driver-kit'
import { ApiError, isDatabaseOutage, type PollableDevice, type Target } from '@linecard/plugin-kit'
import type { Base } from '../base.ts'
import { removesSecrets } from '../devices/switched.ts'
import { fail } from '../errors.ts'
import { storeVersion } from '../versions/store.ts'
import { changerOf } from '../versions/changer.ts'
import { sql, type RawBuilder, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables, type Result } from '../tables.ts'
import { nextTime } from '../times.ts'

/** How a reading ended. */
interface Ended {
  device_id: number
  attempt: string
  started: Date
  result: Result
  error: { code: string; description: string } | null
}

/** A device that was down is tried again after so long. */
const downMin = 30
const minuteMs = 60_000

const after = (now: Date, minutes: number) => new Date(now.getTime() + minutes * minuteMs)

function nextOf({ ctx }: Base, { device_id: id, result }: Ended, failures: number): Date {
  const now = ctx.clock()
  const { retries, retry_min: first, hold_min: held } = ctx.config
  const regular = nextTime(ctx.config, id, now)
  const sooner = (minutes: number) => new Date(Math.min(after(now, minutes).getTime(), regular.getTime()))
  if (result === 'held' && failures <= retries + 1) return after(now, held)
  if (result === 'skipped') return sooner(downMin)
  if (result === 'failed' && failures <= retries) return sooner(first * 3 ** (failures - 1))
  return regular
}

/** What was asked for or changed after the reading began has to be read again. */
function unlessAsked(started: Date, next: Date, now: Date, settleSec: number): RawBuilder<Date> {
  const settled = new Date(now.getTime() + settleSec * 1000)
  return sql<Date>`
    case when asked_at > ${started}::timestamptz then ${now}::timestamptz
      when changing_since > ${started}::timestamptz then ${settled}::timestamptz
      else ${next}::timestamptz end`
}

/** Writes how a reading ended, if it is still that attempt. Returns whether it is. */
async function finish(base: Base, em: SqlEntityManager, ended: Ended): Promise<boolean> {
  const { ctx } = base
  const { device_id: id, attempt, started, result, error } = ended
  const now = ctx.clock()
  const good = result === 'ok' || result === 'unchanged'
  const row = await tables(em)
    .selectFrom('backups_device')
    .select('failures')
    .where('device_id', '=', id)
    .where('attempt', '=', attempt)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  const failures = good ? 0 : row.failures + (result === 'skipped' ? 0 : 1)
  const next = nextOf(base, ended, failures)
  await tables(em)
    .updateTable('backups_device')
    .set({
      status: result,
      attempt: null,
      ended_at: now,
      spent_ms: Math.max(0, now.getTime() - started.getTime()),
      error_code: error?.code ?? null,
      error: error?.description.slice(0, 500) ?? null,
      failures,
      ...(good && { succeeded_at: now }),
      next_at: unlessAsked(started, next, now, ctx.config.settle_sec),
      asked_at: sql`case when asked_at > ${started}::timestamptz then asked_at end`,
      changing_since: sql`
        case when changing_since > ${started}::timestamptz or not ${good} then changing_since end`,
    })
    .where('device_id', '=', id)
    .execute()
  await tables(em)
    .updateTable('backups_run_device as r')
    .from('backups_run as b')
    .whereRef('b.id', '=', 'r.run_id')
    .where('r.device_id', '=', id)
    .where('r.result', 'is', null)
    .where('b.created_at', '<=', started)
    .set({
      result,
      error_code: error?.code ?? null,
      error: error?.description.slice(0, 500) ?? null,
      ended_at: now,
    })
    .execute()
  return true
}

/** A device that this process reads now. */
export interface Claim {
  device: PollableDevice
  attempt: string
  started: Date
  /** A person wants it read, also if it is down. */
  asked: boolean
  /** How to ask it. @throws ApiError why nobody can */
  target(): Target
}

/** Reads the configuration. @throws what stands for it in the status of the device */
async function readText({ ctx }: Base, { device, target }: Claim, signal: AbortSignal): Promise<string> {
  const { text, ended } = await ctx.use('configurations').read(target(), { signal })
  if (ended === false) throw fail('BACKUPS_CUT_SHORT')
  const { significant, masked } = ctx.use('configurations')
  if ((await significant(device.model_key, text)).trim() === '') throw fail('BACKUPS_EMPTY')
  return removesSecrets(device.params) ? masked(device.model_key, text) : text
}

/** A failure as the status of the device shows it. Texts of a device may have secrets. */
async function shownError(
  { ctx }: Base,
  { device }: Claim,
  error: unknown,
): Promise<NonNullable<Ended['error']>> {
  const told = error instanceof ApiError || error instanceof DeviceError ? error : fail('BACKUPS_FAILED')
  if (told !== error) ctx.log.error({ err: error, device_id: device.id }, 'a configuration was not stored')
  const description = await ctx.use('configurations').masked(device.model_key, told.message)
  return { code: told.code, description }
}

/**
 * Reads the device of a claim and stores what it says, together with how it ended.
 *
 * @param signal aborted when the lease is lost or the service stops: nothing is stored any more
 * @throws the reason of the aborted signal, and the error of a database that is away: the device stays due
 */
export async function readOne(
  base: Base,
  claim: Claim,
  signal: AbortSignal,
): Promise<Ended['result'] | null> {
  const { ctx, counts } = base
  const { device, attempt, started } = claim
  const ended = { device_id: device.id, attempt, started }
  const end = async (result: Ended['result'], error: Ended['error']) => {
    const own = await ctx.em().transactional(em => finish(base, em as never, { ...ended, result, error }))
    return own ? result : null
  }
  const { longest_sec: seconds } = ctx.config
  const late = AbortSignal.timeout(seconds * 1000)
  try {
    if (!ctx.use('configurations').readable(device.model_key)) throw fail('BACKUPS_DEVICE_GONE')
    if (device.status === 'Down' && !claim.asked) {
      const { code, message } = fail('BACKUPS_DEVICE_DOWN')
      return await end('skipped', { code, description: message })
    }
    const text = await readText(base, claim, AbortSignal.any([signal, late]))
    signal.throwIfAborted()
    counts.octets.add({}, text.length)
    const stored = await storeVersion(
      base,
      { device_id: device.id, model_key: device.model_key, text, time: started, attempt },
      since => changerOf(ctx, device.id, since),
      async (em, { result, ...more }) => {
        const held = result === 'held' ? fail('BACKUPS_HELD', more) : null
        const error = held && { code: held.code, description: held.message }
        await finish(base, em, { ...ended, result, error })
      },
    )
    return stored?.result ?? null
  } catch (error) {
    signal.throwIfAborted()
    if (isDatabaseOutage(error)) throw error
    const reason = late.aborted ? fail('BACKUPS_TOO_SLOW', { seconds }) : error
    return end('failed', await shownError(base, claim, reason))
  }
}
