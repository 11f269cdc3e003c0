import type { Generated, SqlEntityManager } from '@linecard/plugin-kit/sql'

/** One person's favourite interface. */
export interface FavoriteTable {
  user_id: number
  interface_id: number
  created_at: Generated<Date>
}

/** A tag on an interface, the same for everybody. */
export interface TagTable {
  interface_id: number
  tag: string
  created_at: Generated<Date>
}

export interface Tables {
  interface_marks_favorite: FavoriteTable
  interface_marks_tag: TagTable
}

/** Queries on the connection of `em`, inside its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
