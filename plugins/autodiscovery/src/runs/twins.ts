import type { Context, DetectedDevice, KnownDevice, SweepFound } from '@linecard/plugin-kit'

/** Signs by which equipment is known again at another address. */
export interface Twins {
  /** The device of the inventory that is the same equipment; null: none. */
  of(found: SweepFound, detected: DetectedDevice): Promise<KnownDevice | null>
  /** The equipment at this address is in the inventory now. */
  note(found: SweepFound): Promise<void>
}

/**
 * The same MAC address is the same equipment; so is the same serial number or SNMP engine under the same
 * sysName, unless another sign contradicts: cheap switches leave the factory with one engine id, and images
 * are copied.
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
  const sql = <T extends object>(text: string, values: unknown[]): Promise<T[]> =>
    ctx.em().execute<T[]>(text, values)
  return {
    async of({ engineId, ip, name }, detected) {
      const engines =
        engineId === null
          ? []
          : await sql<{ ip: string }>(
              'select host(ip) as ip from autodiscovery_engine where engine_id = ? and name = ? and ip <> ?::inet',
              [engineId, name ?? '', ip],
            )
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
      await sql(
        `insert into autodiscovery_engine (engine_id, name, ip, seen_at) values (?, ?, ?::inet, ?)
        on conflict (engine_id, name) do update set ip = excluded.ip, seen_at = excluded.seen_at`,
        [engineId, name ?? '', ip, ctx.clock()],
      )
    },
  }
}
