import { DeviceError } from '@linecard/driver-kit'
import { ApiError, isDatabaseOutage, type PollableDevice, type Target } from '@linecard/plugin-kit'
import type { Base } from '../base.ts'
import { removesSecrets } from '../devices/switched.ts'
import { fail } from '../errors.ts'
import { storeVersion } from '../versions/store.ts'
import { changerOf } from '../versions/changer.ts'
import { finish, type Ended } from './finish.ts'

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
