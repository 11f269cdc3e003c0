import type { EntitySchemaWithMeta } from '@mikro-orm/core'
import type { InferKyselyTable } from '@mikro-orm/postgresql'
import type { Expression, Selectable, SqlBool } from 'kysely'
import type { Static, TObject, TSchema } from 'typebox'
import type { Caller, Scope } from '../caller.ts'
import type { ApiError } from '../errors.ts'
import type { RouteSpec } from '../http.ts'
import type { Asked, ListShape, Shown } from './list.ts'

/** A row as it is read: columns and formulas of its entity, without hidden and lazy ones. */
export type RowOf<E> = E extends EntitySchemaWithMeta ? Selectable<InferKyselyTable<E>> : never

/** What a function gets that runs inside the transaction of a change. It must not ask other packages. */
export interface Changing<Row> extends Asked {
  /** The row, which is locked; null: it is a new one. */
  before: Row | null
}

/** The texts of an operation. */
export interface Told extends Pick<
  RouteSpec<undefined, undefined, undefined, TSchema>,
  'summary' | 'description' | 'deprecated' | 'errors' | 'action'
> {
  /** By default `<name>s.list`, `<name>.get`, `<name>.create`, `<name>.update` or `<name>.delete`. */
  operationId?: string
}

/** A table behind the API. An operation exists if its text is told. */
export interface Resource<E extends EntitySchemaWithMeta, V extends TSchema, B extends TObject, Row> {
  entity: E
  /** Below `/api/v1`. */
  path: `/${string}`
  /** Begins the operationIds: `inventory.group`. */
  name: string
  tag: string
  /** Whose objects they are; of reads and of changes. */
  scope: Scope | { read: Scope; write: Scope }
  permission: { read: string; write: string }
  /** What is read. */
  view: V
  /** What POST takes. A member that is a column is stored in it. */
  body: B
  /** What PUT takes, each member of it optional; by default that of `body`. */
  change?: TObject
  /** What can be asked of the list. */
  list: ListShape
  /**
   * The condition on the row `r` with which a caller sees it; null: all. What is not seen is unknown. It is
   * asked before a transaction begins, so it may ask other packages.
   */
  visible?(caller: Caller): Expression<SqlBool> | null | Promise<Expression<SqlBool> | null>
  /** Why a caller who sees a row may not change it; null: they may. */
  owned?(row: Row, caller: Caller): ApiError | null
  /** For a row that is not there, or that the caller does not see. */
  unknown(id: number): ApiError
  /** For a unique key that another row has (SQLSTATE 23505). */
  taken?(body: Partial<Static<B>>): ApiError
  /** For a row that others refer to (SQLSTATE 23503), after the transaction. Null: it knows none. */
  used?(id: number): Promise<ApiError | null>
  /**
   * What must be so before a row is added or changed (`before`; null: it is a new one). It is asked before
   * the transaction, so it may ask other packages, and again if the row was changed meanwhile.
   */
  check?(body: Partial<Static<B>>, asked: { caller: Caller; before: Row | null }): Promise<void>
  /**
   * Columns that are not as the body has them. A member of undefined is left out: a new row gets the default,
   * an old one keeps its value.
   */
  write?(body: Partial<Static<B>>, changing: Changing<Row>): Promise<object> | object
  /** Other tables, after the row was written. */
  wrote?(id: number, body: Partial<Static<B>>, changing: Changing<Row>): Promise<void>
  /** What must be so before a row goes, or must go before it. */
  remove?(row: Row, asked: Asked): Promise<void>
  /** After the commit of a change: what others are told. */
  changed?(id: number): Promise<void>
  /** Views of rows that are none by themselves. */
  shown?: Shown<Row, Static<V>>
  told: Partial<Record<'list' | 'one' | 'create' | 'update' | 'delete', Told>>
}
