import { visibleDevices } from '@linecard/inventory/read'
import { canonicalAddress, workGroupsOf, type Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'

/** A device that may send. */
export interface KnownDevice {
  id: number
  ip: string
  name: string
  modelKey: string | null
  /** The group of workers that may ask it. */
  worker: string
}

const followMs = 5000

export interface KnownDevices {
  byId: ReadonlyMap<number, KnownDevice>
  /** Reads the inventory now. */
  follow(): Promise<void>
  stop(): void
}

/** All enabled devices. */
async function readDevices(ctx: Context): Promise<Map<number, KnownDevice>> {
  const em = ctx.em()
  const groups = workGroupsOf(ctx)
  const rows = await em
    .getKysely<Record<never, never>>()
    .selectFrom(visibleDevices(em, { groupIds: null }).as('d'))
    .select(['d.id', 'd.name', 'd.group_id', 'd.model_key', sql<string>`host(d.ip)`.as('ip')])
    .where('d.enabled', '=', true)
    .execute()
  return new Map(
    rows.map(({ id, name, group_id: group, model_key: key, ip }) => [
      id,
      { id, ip: canonicalAddress(ip) ?? ip, name, modelKey: key ?? null, worker: groups.get(group) ?? '' },
    ]),
  )
}

/**
 * Follows the inventory: a device that is added, changed or removed is known within seconds. `onChange` gets
 * the addresses that changed their device.
 */
export function followDevices(
  ctx: Context,
  onChange: (known: [address: string, deviceId: number | null][]) => void,
): KnownDevices {
  let byId = new Map<number, KnownDevice>()
  let told = new Map<string, number>()
  let timer: NodeJS.Timeout | null = null
  let stopped = false

  async function follow(): Promise<void> {
    const devices = await readDevices(ctx)
    if (stopped) return
    const now = new Map([...devices.values()].map(({ ip, id }) => [ip, id]))
    const changed: [string, number | null][] = []
    for (const [ip, id] of now) if (told.get(ip) !== id) changed.push([ip, id])
    for (const ip of told.keys()) if (!now.has(ip)) changed.push([ip, null])
    byId = devices
    told = now
    if (changed.length > 0) onChange(changed)
  }
  const again = () => {
    follow()
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'the devices could not be read; tried again'))
      .finally(() => {
        if (!stopped) timer = setTimeout(again, followMs).unref()
      })
  }
  again()
  return {
    get byId() {
      return byId
    },
    follow,
    stop() {
      stopped = true
      if (timer) clearTimeout(timer)
    },
  }
}
