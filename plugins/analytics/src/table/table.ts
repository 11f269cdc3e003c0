import { csvReply, type CsvColumns, type CsvOptions } from '@linecard/plugin-kit/csv'
import {
  ListMeta,
  Reply,
  closedObject,
  fileHeaders,
  pageOf,
  type Caller,
  type RawReply,
  type Routes,
} from '@linecard/plugin-kit'
import { Type as T, type Static, type TProperties, type TSchema } from 'typebox'
import { tableAsked } from '../asked.ts'
import type { Analytics } from '../setup.ts'

export interface Page {
  limit: number
  offset: number
}

/** A table over all devices: a page of it for a panel, all of it as a file. */
export interface Table<Q extends TProperties, S extends TSchema> {
  /** Last part of the path. */
  key: string
  summary: string
  description: string
  /** Filters, beside page, order and form. */
  query: Q
  row: S
  /**
   * Rows that the caller sees, in the asked order with a last key, so that pages do not overlap.
   * @throws ApiError SORT_UNKNOWN
   */
  list(parts: Analytics, asked: Asked<Q>, page: Page): Promise<{ rows: Static<S>[]; total: number }>
  columns: CsvColumns<Static<S>>
}

export interface Asked<Q extends TProperties> {
  caller: Caller
  query: Static<ReturnType<typeof closedObject<Q>>>
  sort: string | undefined
}

/** Most rows of a page, and rows of a file that are read at once. */
const cap = 1000
const fileRows = 5000

async function* pages<R>(
  list: (page: Page) => Promise<{ rows: R[]; total: number }>,
  signal: AbortSignal,
): AsyncGenerator<R[]> {
  for (let offset = 0; ; offset += fileRows) {
    signal.throwIfAborted()
    const { rows, total } = await list({ limit: fileRows, offset })
    if (rows.length > 0) yield rows
    if (offset + fileRows >= total) return
  }
}

const base = '/component/analytics/tables'
export const common = {
  tag: 'analytics',
  permission: 'analytics',
  orFile: 'text/csv',
  headers: { answer: fileHeaders },
} as const

/** What a client asks about the form of the answer. */
export interface FormAsked extends CsvOptions {
  format?: 'json' | 'csv'
}

/** Declares the operation of a table. */
export function tableRoute<Q extends TProperties, S extends TSchema>(
  routes: Routes,
  parts: Analytics,
  table: Table<Q, S>,
): void {
  routes.get(
    `${base}/${table.key}`,
    {
      ...common,
      operationId: `analytics.${table.key}.list`,
      scope: 'group',
      summary: table.summary,
      description: table.description,
      query: closedObject({ ...table.query, ...tableAsked }),
      response: T.Array(table.row),
      meta: ListMeta,
    },
    async ({ caller, query, signal }): Promise<RawReply | Reply<Static<S>[]>> => {
      const { limit, offset, sort, format, separator, bom, ...filters } = query as unknown as FormAsked & {
        limit?: number
        offset?: number
        sort?: string
      }
      const asked = { caller, query: filters as Asked<Q>['query'], sort }
      if (format === 'csv') {
        const list = (page: Page) => table.list(parts, asked, page)
        // A wrong question is refused before the file begins.
        await list({ limit: 0, offset: 0 })
        return csvReply(table.key, table.columns, pages(list, signal), {
          ...(separator !== undefined && { separator }),
          ...(bom !== undefined && { bom }),
        })
      }
      const page = pageOf(
        { ...(limit !== undefined && { limit }), ...(offset !== undefined && { offset }) },
        { cap },
      )
      const { rows, total } = await table.list(parts, asked, page)
      return new Reply(rows, { total, ...page })
    },
  )
}
