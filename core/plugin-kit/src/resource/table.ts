import type { EntityProperty, EntitySchema } from '@mikro-orm/core'
import type { SqlEntityManager } from '@mikro-orm/postgresql'
import { sql, type SelectQueryBuilder } from 'kysely'

// An entity says the names and types of a table; all that is read and written here goes by its columns.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyTable = any
type Values = Readonly<Record<string, unknown>>
type Rows<Row> = SelectQueryBuilder<AnyTable, 'r', Row>

/** The rows of an entity, one by one. Every call is one statement in the transaction of `em`. */
export interface Table<Row> {
  /** All rows, as `r`. */
  rows(em: SqlEntityManager): Rows<Row>
  /** Waits for the lock of a row, which is held to the end of the transaction. */
  lock(em: SqlEntityManager, id: number): Promise<void>
  /** The members of a body that are columns, without the key. */
  columnsOf(em: SqlEntityManager, body: Values): Record<string, unknown>
  /** @returns the id of the new row */
  insert(em: SqlEntityManager, values: Values): Promise<number>
  update(em: SqlEntityManager, id: number, values: Values): Promise<void>
  remove(em: SqlEntityManager, id: number): Promise<void>
}

/** A column is read if it is not left to who asks for it (`lazy`, `hidden`). A formula is one too. */
const isRead = ({ lazy, hidden, persist, formula }: EntityProperty): boolean =>
  !lazy && !hidden && (persist !== false || formula !== undefined)

/** Reads and writes an entity. Its formulas are made of the row `t`. */
export function tableOf<Row>(entity: EntitySchema): Table<Row> {
  let known: { name: string; read: readonly AnyTable[]; written: ReadonlySet<string> } | undefined
  const of = (em: SqlEntityManager) => {
    if (known) return known
    const meta = em.getMetadata().get(entity)
    const name = meta.tableName
    const all: EntityProperty[] = Object.values(meta.properties)
    const columns = meta.createColumnMappingObject('t')
    const table = { alias: 't', name, qualifiedName: name, toString: () => 't' }
    return (known = {
      name,
      read: all
        .filter(isRead)
        .map(({ fieldNames: [column], formula }) =>
          formula ? sql.raw(String(formula(columns, table))).as(column!) : `t.${column}`,
        ),
      written: new Set(
        all
          .filter(({ primary, persist }) => !primary && persist !== false)
          .flatMap(({ fieldNames }) => fieldNames),
      ),
    })
  }
  const db = (em: SqlEntityManager) =>
    em.getKysely<AnyTable>({ convertValues: true, processOnCreateHooks: true, processOnUpdateHooks: true })

  return {
    rows(em) {
      const { name, read } = of(em)
      const rows = em.getKysely<AnyTable>().selectFrom(`${name} as t`).select(read)
      return em.getKysely<AnyTable>().selectFrom(rows.as('r')).selectAll() as Rows<Row>
    },
    async lock(em, id) {
      await sql`select from ${sql.table(of(em).name)} where id = ${id} for update`.execute(em.getKysely())
    },
    columnsOf: (em, body) =>
      Object.fromEntries(Object.entries(body).filter(([member]) => of(em).written.has(member))),
    async insert(em, values) {
      const row = await db(em)
        .insertInto(of(em).name)
        .values(values)
        .returning('id')
        .executeTakeFirstOrThrow()
      return row['id'] as number
    },
    async update(em, id, values) {
      await db(em).updateTable(of(em).name).set(values).where('id', '=', id).execute()
    },
    async remove(em, id) {
      await db(em).deleteFrom(of(em).name).where('id', '=', id).execute()
    },
  }
}
