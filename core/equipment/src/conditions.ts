import type { Condition, ConditionSource } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import type { EquipmentContext } from './setup.ts'
import { tables } from './tables.ts'

/** Refused keys that are told at most, the oldest first. */
const mostRefused = 10_000

/** Devices that show another key than the pinned one, until it is forgotten or shown again. */
const hostKeyChanged: ConditionSource<EquipmentContext> = {
  label: 'A device shows another host key than before',
  severity: 'critical',
  async holding({ ctx }, { deviceIds }) {
    const refused = await tables(ctx.em())
      .selectFrom('equipment_host_key')
      .select(['ip', 'port', 'fingerprint', sql<string>`refused`.as('shown')])
      .select(sql<Date>`refused_at`.as('since'))
      .where('refused_at', 'is not', null)
      .where('matched_at', 'is', null)
      .orderBy('refused_at')
      .limit(mostRefused)
      .execute()
    if (refused.length === 0) return []
    const devices = await ctx.use('devices').atAddresses([...new Set(refused.map(({ ip }) => ip))])
    const byIp = new Map(devices.map(device => [device.ip, device]))
    return refused.flatMap(({ ip, port, fingerprint, shown, since }): Condition[] => {
      const device = byIp.get(ip)
      if (!device?.enabled || (deviceIds && !deviceIds.includes(device.id))) return []
      return [
        {
          device_id: device.id,
          interface_id: null,
          part: String(port),
          title: `${device.name || ip} shows another key at port ${port} than before`,
          description:
            `${fingerprint} is known, it shows ${shown}. It was replaced or reset, or something else ` +
            'answers at its address. Nothing is sent to it there. If you know why: forget its keys.',
          labels: { ip, port: String(port) },
          since,
        },
      ]
    })
  },
}

export const conditions = { host_key_changed: hostKeyChanged }
