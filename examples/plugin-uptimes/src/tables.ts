import type { SqlEntityManager } from '@linecard/plugin-kit/sql'

interface Tables {
  /** A `bigint`, which PostgreSQL gives as text. */
  uptimes_device: { device_id: number; uptime_sec: string; read_at: Date }
}

export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
