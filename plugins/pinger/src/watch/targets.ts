import { ApiError, type Context } from '@linecard/plugin-kit'
import type { Config } from '../config.ts'
import { newJudged, type Judged } from '../judge/device.ts'
import { atAddress, unwatched, type OnChange } from '../judge/judge.ts'
import { enabledDevices, knownDevices, type Target } from '../store/devices.ts'
import { newLive, type Live } from '../judge/live.ts'
import { problemOf } from './tries.ts'

/** The devices that are watched, by id and by the address as fping gets it. */
export interface Watched {
  devices: Map<number, Judged>
  lives: Map<number, Live>
  byIp: Map<string, Judged>
}
export const noneWatched = (): Watched => ({ devices: new Map(), lives: new Map(), byIp: new Map() })

export interface FollowOptions {
  ctx: Context<Config>
  watched: Watched
  now(): number
  /** A device that is new may answer echoes so long before it is tried otherwise, in ms. */
  patienceMs: number
  onChange: OnChange
  /** What is known of a device has to be stored. */
  onDirty(device: Judged): void
}

/** The address that may be asked, or why it may not. */
function addressOf(ctx: Context<Config>, ip: string): { ip: string; problem: Judged['problem'] } {
  try {
    return { ip: ctx.use('ping').address(ip), problem: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { ip, problem: problemOf[error.code] ?? 'address_refused' }
  }
}

/** What was known of targets that are not watched yet. */
async function knownOf(
  ctx: Context<Config>,
  time: number,
  targets: readonly Target[],
  devices: ReadonlyMap<number, Judged>,
): Promise<Map<number, Judged>> {
  const ids = targets.filter(({ id }) => !devices.has(id)).map(({ id }) => id)
  const found = ids.length > 0 ? await knownDevices(ctx, time, ids) : []
  return new Map(found.map(device => [device.id, device]))
}

/**
 * Brings what is watched up to the inventory: new devices, other addresses; devices that are switched off or
 * gone are watched no more. One that now belongs to another group of workers is left to it as it is, and one
 * that comes from there goes on with what was known. `atStart`: what was known of all devices.
 */
export async function followInventory(
  { ctx, watched, now, patienceMs, onChange, onDirty }: FollowOptions,
  atStart?: Map<number, Judged>,
): Promise<void> {
  const { devices, lives, byIp } = watched
  const enabled = ctx.config.pinging ? await enabledDevices(ctx) : []
  const time = now()
  const own = ctx.use('work').group
  const [targets, others] = [
    enabled.filter(one => one.worker === own),
    enabled.filter(one => one.worker !== own),
  ]
  const known = atStart ?? (await knownOf(ctx, time, targets, devices))
  const wanted = new Set(targets.map(({ id }) => id))
  const left = new Set(others.map(({ id }) => id))
  for (const device of [...devices.values(), ...known.values()]) {
    if (wanted.has(device.id)) continue
    if (!left.has(device.id) && (device.status !== null || device.problem !== null)) {
      device.problem = null
      unwatched(device, time, onChange)
      onDirty(device)
    }
    if (devices.delete(device.id) && byIp.get(device.ip) === device) byIp.delete(device.ip)
    lives.delete(device.id)
  }
  for (const { id, ip: given } of targets) {
    const { ip, problem } = addressOf(ctx, given)
    const before = devices.get(id) ?? known.get(id)
    if (
      before &&
      before.ip === ip &&
      devices.has(id) &&
      (before.problem === 'address_refused') === (problem !== null)
    )
      continue
    const device = before
      ? before.ip === ip
        ? before
        : atAddress(before, ip, time, onChange)
      : newJudged(id, ip)
    if (before && byIp.get(before.ip)?.id === id) byIp.delete(before.ip)
    device.problem = problem
    if (problem) unwatched(device, time, onChange)
    device.tryAt = time + patienceMs
    devices.set(id, device)
    if (!lives.has(id) || before?.ip !== ip) lives.set(id, newLive())
    if (!problem) byIp.set(ip, device)
    onDirty(device)
  }
}
