import { Type as T } from 'typebox'
import { errorsOf, type ErrorTable } from './errors.ts'
import { closedObject } from './shapes.ts'

/** Errors of every list. */
export const listErrors = {
  SORT_UNKNOWN: { type: 'VALIDATION_ERROR', message: 'Cannot sort by "{field}"; sort by {known}' },
} as const satisfies ErrorTable
const fail = errorsOf(listErrors)

/** Rows at most. Clients ask for any number when they mean all. */
export const Limit = T.Number({
  minimum: 0,
  description: "Rows at most; above the list's cap it is the cap, a fraction is cut off, 0 only counts",
})

/** Query parameters of every list. */
export const listQuery = {
  limit: T.Optional(Limit),
  offset: T.Optional(T.Integer({ minimum: 0, maximum: 1_000_000_000, description: 'Rows to leave out' })),
  sort: T.Optional(
    T.String({ maxLength: 200, description: 'Fields, comma separated; a leading - sorts downwards' }),
  ),
}

/**
 * `meta` of a list: `total` counts all rows that fit; `limit` and `offset` are those that were applied, see
 * `pageOf`.
 */
export const ListMeta = closedObject({ total: T.Integer(), limit: T.Integer(), offset: T.Integer() })

/**
 * The requested part of a list. A `limit` above `cap` becomes `cap`, one with a fraction the whole number.
 */
export const pageOf = (
  query: { limit?: number; offset?: number },
  { cap, standard = 100 }: { cap: number; standard?: number },
) => ({ limit: Math.min(Math.floor(query.limit ?? standard), cap), offset: query.offset ?? 0 })

/**
 * The columns by which a list is sorted, for `orderBy` of Kysely. Only the fields of `allowed` can be named,
 * so no text of a client reaches SQL. `id` is the last column, so that pages do not overlap.
 * @throws ApiError SORT_UNKNOWN with the field and the allowed ones
 */
export function sortTerms<Column extends string>(
  sort: string | undefined,
  allowed: Readonly<Record<string, Column>>,
): [column: Column | 'id', direction: 'asc' | 'desc'][] {
  const terms = (sort ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
    .map((part): [Column, 'asc' | 'desc'] => {
      const field = part.replace(/^[-+]/, '')
      if (!Object.hasOwn(allowed, field)) {
        const known = Object.keys(allowed).join(', ')
        throw fail('SORT_UNKNOWN', { field, known }, [
          { path: 'sort', message: `"${field}" is not one of ${known}` },
        ])
      }
      return [allowed[field]!, part.startsWith('-') ? 'desc' : 'asc']
    })
  return [...terms, ['id', 'asc']]
}

type Order = { [property: string]: 'asc' | 'desc' | Order }

/** The same for `orderBy` of MikroORM; `allowed` gives the path of a property. */
export const orderOf = (sort: string | undefined, allowed: Readonly<Record<string, string>>): Order[] =>
  sortTerms(sort, allowed).map(
    ([path, direction]) =>
      path
        .split('.')
        .reduceRight<Order | 'asc' | 'desc'>((inner, key) => ({ [key]: inner }), direction) as Order,
  )

/** Pattern for LIKE that finds the literal text anywhere: %, _ and \ are escaped. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
