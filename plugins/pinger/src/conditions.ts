import type { Condition, ConditionSource } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { visibleDevices } from '@linecard/inventory/read'
import { downBehind } from './behind.ts'
import type { Pinger } from './setup.ts'
import { tables } from './tables.ts'

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
