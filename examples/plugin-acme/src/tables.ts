import type { Generated, SqlEntityManager } from '@linecard/plugin-kit/sql'

interface Tables {
  places_place: { device_id: number; room: string; updated_at: Generated<Date> }
}

export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
