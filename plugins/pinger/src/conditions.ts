import type { Condition, ConditionSource, Context } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { visibleDevices } from '@linecard/inventory/read'
import type { Pinger } from './setup.ts'
import { tables } from './tables.ts'

/** All that is reached by going on from one to the next, without the first. */
function closure(first: number, next: ReadonlyMap<number, readonly number[]>): number[] {
  const seen = new Set([first])
  for (const one of seen) for (const further of next.get(one) ?? []) seen.add(further)
  seen.delete(first)
  return [...seen]
}

/**
 * Of devices that are down, by device the others that cannot be reached because of it. Nothing is known
 * without links, or when they cannot be read: then each device stands for itself.
 */
async function downBehind(
  ctx: Pick<Context, 'find' | 'log'>,
  down: readonly number[],
): Promise<(id: number) => readonly number[]> {
  const links = down.length > 1 ? ctx.find('links') : null
  if (!links) return () => []
  try {
    const below = new Map<number, number[]>()
    for (const [device, above] of await links.behind(down))
      for (const one of above) below.set(one, [...(below.get(one) ?? []), device])
    return id => closure(id, below)
  } catch (error) {
    ctx.log.warn({ err: error }, 'links cannot be read: devices that are down are told one by one')
    return () => []
  }
}

interface Row {
  id: number
  ip: string
  name: string
  down_at: Date | null
  since: Date
}

const conditionOf = ({ id, ip, name, down_at: down, since }: Row, behind: readonly number[]): Condition => ({
  device_id: id,
  interface_id: null,
  part: '',
  title: `${name || ip} (${ip}) does not answer`,
  description:
    'It answers neither echoes nor the other ways that are tried. Look at its power and its uplink.',
  labels: { ip },
  since: down ?? since,
  // What else is wrong with it cannot be known now, or follows from it; so do devices that only it leads to.
  below: { device_ids: [id, ...behind], interface_ids: [], customers: null },
})

/** Devices that are down, as last known: that nobody watches for a while ends nothing. */
const deviceDown: ConditionSource<Pinger> = {
  label: 'Device does not answer',
  severity: 'critical',
  async holding({ ctx }, { deviceIds }) {
    if (!ctx.config.pinging) return []
    const { rows } = await sql<Row>`
      select d.id, host(d.ip) as ip, d.name, p.down_at, coalesce(p.since, now()) as since
      from pinger_device p
      join (${visibleDevices(ctx.em(), { groupIds: null })}) d on d.id = p.device_id
      where p.status = 'Down' and d.enabled`.execute(tables(ctx.em()))
    // What a device leads to is found out among all that are down.
    const behind = await downBehind(
      ctx,
      rows.map(({ id }) => id),
    )
    const asked = deviceIds && new Set(deviceIds)
    return rows.filter(({ id }) => !asked || asked.has(id)).map(row => conditionOf(row, behind(row.id)))
  },
}

export const conditions = { device_down: deviceDown }
