import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from './tables.ts'

/** Public keys of devices, pinned on first use (fault 36): of SSH servers and of TLS certificates. */
export interface HostKeys {
  /** Fingerprint of the key that this address showed first. Null if none was seen. */
  known(ip: string, port: number): Promise<string | null>
  /**
   * Pins a key that is seen for the first time. Gives the pinned one, which is another one if another process
   * was first.
   */
  keep(ip: string, port: number, fingerprint: string): Promise<string>
  /** Notes that another key was shown and refused. */
  refuse(ip: string, port: number, fingerprint: string): Promise<void>
  /** Notes that the pinned key was shown: what was refused before is over. */
  match(ip: string, port: number): Promise<void>
}

/**
 * Event of this process: an address shows another key than the pinned one. Its value is `HostKeyRefused`. It
 * is emitted once for each refused key, and again if the pinned one was shown in between.
 */
export const HOST_KEY_REFUSED = 'equipment.host_key_refused'
export interface HostKeyRefused {
  ip: string
  port: number
  known: string
  shown: string
}

declare module '@linecard/plugin-kit' {
  interface EventValues {
    [HOST_KEY_REFUSED]: HostKeyRefused
  }
}

/**
 * Compares the key that a device shows with the pinned one, and pins it if there is none. Gives the pinned
 * key if they differ, null if the shown key can be trusted.
 */
export async function conflictingKey(
  hostKeys: HostKeys,
  ip: string,
  port: number,
  shown: string,
): Promise<string | null> {
  const known = (await hostKeys.known(ip, port)) ?? (await hostKeys.keep(ip, port, shown))
  if (known === shown) {
    await hostKeys.match(ip, port)
    return null
  }
  await hostKeys.refuse(ip, port, shown)
  return known
}

/** Host keys of one process, for the library and for tests. */
export function hostKeysInMemory(): HostKeys {
  const kept = new Map<string, string>()
  return {
    known: async (ip, port) => kept.get(`${ip} ${port}`) ?? null,
    async keep(ip, port, fingerprint) {
      const address = `${ip} ${port}`
      const known = kept.get(address)
      if (known === undefined) kept.set(address, fingerprint)
      return known ?? fingerprint
    },
    refuse: async () => {},
    match: async () => {},
  }
}

/** Host keys in the table `equipment_host_key`. */
export function databaseHostKeys(
  em: () => SqlEntityManager,
  onRefused: (event: HostKeyRefused) => void,
): HostKeys {
  const known = async (ip: string, port: number): Promise<string | null> => {
    const row = await tables(em())
      .selectFrom('equipment_host_key')
      .select('fingerprint')
      .where('ip', '=', ip)
      .where('port', '=', port)
      .executeTakeFirst()
    return row?.fingerprint ?? null
  }
  return {
    known,
    async keep(ip, port, fingerprint) {
      await tables(em())
        .insertInto('equipment_host_key')
        .values({ ip, port, fingerprint })
        .onConflict(conflict => conflict.doNothing())
        .execute()
      return (await known(ip, port)) ?? fingerprint
    },
    async refuse(ip, port, fingerprint) {
      const row = await tables(em())
        .updateTable('equipment_host_key')
        .set({ refused: fingerprint, refused_at: sql`now()`, matched_at: null })
        .where('ip', '=', ip)
        .where('port', '=', port)
        .where(sql<boolean>`(refused is distinct from ${fingerprint} or matched_at is not null)`)
        .returning('fingerprint')
        .executeTakeFirst()
      if (row) onRefused({ ip, port, known: row.fingerprint, shown: fingerprint })
    },
    async match(ip, port) {
      await tables(em())
        .updateTable('equipment_host_key')
        .set({ matched_at: sql`now()` })
        .where('ip', '=', ip)
        .where('port', '=', port)
        .where('refused_at', 'is not', null)
        .where('matched_at', 'is', null)
        .execute()
    },
  }
}
