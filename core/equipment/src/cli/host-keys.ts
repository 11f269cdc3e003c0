import type { SqlEntityManager } from '@mikro-orm/postgresql'

/**
 * Keys of devices as they were first seen (trust on first use, fault 36): of SSH, and of TLS certificates.
 */
export interface HostKeys {
  /** Fingerprint of the key that this address had first; null: never seen. */
  known(ip: string, port: number): Promise<string | null>
  /**
   * Keeps a key that was seen for the first time. Gives the one that is kept: another process may have been
   * first.
   */
  keep(ip: string, port: number, fingerprint: string): Promise<string>
  /** Notes that another key was shown and refused. True when it is the first time for this key. */
  refuse?(ip: string, port: number, fingerprint: string): Promise<boolean>
}

/** Event of this process when an address shows another key than it had: `HostKeyRefused`. Told once a key. */
export const HOST_KEY_REFUSED = 'equipment.host_key_refused'
export interface HostKeyRefused {
  ip: string
  port: number
  known: string
  shown: string
}

/**
 * Compares a key with the one that is known, and keeps it where none is. Gives the known one when they
 * differ; null: it may be trusted.
 */
export async function differing(
  hostKeys: HostKeys,
  ip: string,
  port: number,
  shown: string,
): Promise<string | null> {
  const known = (await hostKeys.known(ip, port)) ?? (await hostKeys.keep(ip, port, shown))
  if (known === shown) return null
  await hostKeys.refuse?.(ip, port, shown)
  return known
}

/** Host keys of one process; for the library and for tests. */
export function hostKeysInMemory(): HostKeys {
  const kept = new Map<string, string>()
  return {
    known: async (ip, port) => kept.get(`${ip} ${port}`) ?? null,
    async keep(ip, port, fingerprint) {
      const place = `${ip} ${port}`
      if (!kept.has(place)) kept.set(place, fingerprint)
      return kept.get(place)!
    },
  }
}

/** The table `equipment_host_key`. Whoever comes second finds the key of whoever was first. */
export function databaseHostKeys(
  em: () => SqlEntityManager,
  refused: (event: HostKeyRefused) => void,
): HostKeys {
  const known = async (ip: string, port: number): Promise<string | null> => {
    const [row] = await em().execute<{ fingerprint: string }[]>(
      'select fingerprint from equipment_host_key where ip = ? and port = ?',
      [ip, port],
    )
    return row?.fingerprint ?? null
  }
  return {
    known,
    async keep(ip, port, fingerprint) {
      await em().execute(
        'insert into equipment_host_key (ip, port, fingerprint) values (?, ?, ?) on conflict do nothing',
        [ip, port, fingerprint],
        'run',
      )
      return (await known(ip, port))!
    },
    async refuse(ip, port, fingerprint) {
      const [row] = await em().execute<{ fingerprint: string }[]>(
        'update equipment_host_key set refused = ?, refused_at = now() where ip = ? and port = ? and refused is distinct from ? returning fingerprint',
        [fingerprint, ip, port, fingerprint],
      )
      if (row) refused({ ip, port, known: row.fingerprint, shown: fingerprint })
      return row !== undefined
    },
  }
}
