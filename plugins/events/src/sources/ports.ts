import { rememberedStatusChanges, visibleDevices, visibleInterfaces } from '@linecard/inventory/read'
import type { ConditionsAsked } from '@linecard/plugin-kit'
import { sql, type RawBuilder, type SqlBool, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

/** An interface that was up once and is not now, with its device. */
export interface DownPort {
  id: number
  device_id: number
  device_name: string
  device_ip: string
  name: string
  type: string
  status: string
  description: string
  comment: string
  agreement: string
  serial: string | null
  bind_key: string
  parent_bind_key: string | null
  /** When it changed to this state. */
  since: Date
  /** Of the device; null: it told none. */
  reason: string | null
}

/** Rows of one answer at most. */
const mostRows = 100_000

/**
 * Interfaces `i` that fit, that people want (polled, not switched off), of devices that are enabled, and
 * whose last change of state was a loss: one that was never up is not lost.
 */
export async function lostPorts(
  em: SqlEntityManager,
  fits: RawBuilder<SqlBool>,
  { deviceIds }: Pick<ConditionsAsked, 'deviceIds'>,
): Promise<DownPort[]> {
  const all = { groupIds: null }
  const { rows } = await sql<DownPort>`
    select i.id, i.device_id, i.device_name, host(i.device_ip) as device_ip, i.name, i.type, i.status,
      i.description, i.comment, i.agreement, i.serial, i.bind_key::text as bind_key,
      i.parent_bind_key::text as parent_bind_key, h.time as since, h.reason
    from (${visibleInterfaces(em, all)}) i
    join (${visibleDevices(em, all)}) d on d.id = i.device_id and d.enabled
    cross join lateral (
      select h.time, h.previous, h.status, h.reason from (${rememberedStatusChanges(em, all)}) h
      where h.interface_id = i.id order by h.id desc limit 1
    ) h
    where i.poll_enabled and i.admin_state is distinct from 'Disabled' and ${fits}
      and h.previous is not null and h.status = i.status
      and (${deviceIds === null} or i.device_id = any (${[...(deviceIds ?? [])]}::int[]))
    order by i.id limit ${mostRows}`.execute(tables(em))
  return rows
}

/** `sw-north 1/3`, with what people call it. */
export const nameOf = ({ device_name: name, device_ip: ip, name: port, description, comment }: DownPort) => {
  const known = comment || description
  return `${name || ip} ${port}${known ? ` (${known})` : ''}`
}

export const portLabels = (port: DownPort): Record<string, string> => ({
  ip: port.device_ip,
  iface_name: port.name,
  iface_type: port.type,
  iface_id: port.bind_key,
})
