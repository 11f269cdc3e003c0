import type { Context, DetectedDevice, KnownDevice, SweepFound } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { tables } from '../tables.ts'

/** Recognises equipment that has another address now. */
export interface Twins {
  /** The device of the inventory that is the same equipment; null if there is none. */
  of(found: SweepFound, detected: DetectedDevice): Promise<KnownDevice | null>
  /** Remembers the engine of equipment that is in the inventory now. */
  note(found: SweepFound): Promise<void>
}

/**
 * The same MAC address means the same equipment. The same serial number or SNMP engine does so only with the
 * same sysName, and if nothing else differs: cheap switches are sold with equal engine ids, and images are
 * copied.
 */
export function sameEquipment(
  known: KnownDevice,
  { model, mac, serial }: DetectedDevice,
  name: string | null,
  sameEngine: boolean,
): boolean {
  if (known.model && model && known.model.key !== model.key) return false
  if (mac && known.mac) return mac === known.mac
  const sameName = name !== null && name !== '' && known.name === name
  if (serial && known.serial) return serial === known.serial && sameName
  return sameEngine && sameName
}

export function twinsIn(ctx: Context): Twins {
  return {
    async of({ engineId, ip, name }, detected) {
      const engines =
        engineId === null
          ? []
          : await tables(ctx.em())
              .selectFrom('autodiscovery_engine')
              .select(sql<string>`host(ip)`.as('ip'))
              .where('engine_id', '=', engineId)
              .where('name', '=', name ?? '')
              .where(sql<boolean>`ip <> ${ip}::inet`)
              .execute()
      const ips = engines.map(one => one.ip)
      const alike = await ctx.use('intake').alike({ ips, mac: detected.mac, serial: detected.serial })
      return (
        alike.find(
          one => one.ip !== ip && sameEquipment(one, detected, detected.name ?? name, ips.includes(one.ip)),
        ) ?? null
      )
    },
    async note({ engineId, ip, name }) {
      if (engineId === null) return
      const seen = { ip, seen_at: ctx.clock() }
      await tables(ctx.em())
        .insertInto('autodiscovery_engine')
        .values({ engine_id: engineId, name: name ?? '', ...seen })
        .onConflict(conflict => conflict.columns(['engine_id', 'name']).doUpdateSet(seen))
        .execute()
    },
  }
}
