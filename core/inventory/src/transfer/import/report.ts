import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { tables } from '../../tables.ts'
import type { Found, Outcome, Result } from './outcome.ts'

/** The result of one line of a file. */
export interface ImportRow {
  line: number
  ip: string | null
  result: Result
  code: string | null
  message: string | null
  device_id: number | null
}

/** Stores the results of new lines. */
export async function saveRows(
  em: SqlEntityManager,
  id: number,
  outcomes: readonly Outcome[],
): Promise<void> {
  const rows = outcomes.map(({ line, ip, result, code, message, deviceId, found }) => ({
    line,
    ip,
    result,
    code,
    message,
    device_id: deviceId,
    found,
  }))
  await sql`
    insert into inventory_import_row (import_id, line, ip, result, code, message, device_id, found)
    select ${id}, line, ip, result, code, message, device_id, found
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      line integer, ip text, result text, code text, message text, device_id integer, found jsonb
    )`.execute(tables(em))
}

export type RecordedRow = Pick<ImportRow, 'line' | 'result' | 'device_id'>

/** The stored results of those of these lines that have one. */
export const recordedRows = (
  em: SqlEntityManager,
  id: number,
  lines: readonly { line: number }[],
): Promise<RecordedRow[]> =>
  tables(em)
    .selectFrom('inventory_import_row')
    .select(['line', 'result', 'device_id'])
    .where('import_id', '=', id)
    .where(sql<boolean>`line = any (${lines.map(({ line }) => line)}::integer[])`)
    .execute()

/** Changes the results of stored lines. */
export async function markRows(
  em: SqlEntityManager,
  id: number,
  outcomes: readonly Outcome[],
): Promise<void> {
  const rows = outcomes.map(({ line, result, deviceId }) => ({ line, result, device_id: deviceId }))
  await sql`
    update inventory_import_row i set result = r.result, device_id = r.device_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      line integer, result text, device_id integer
    )
    where i.import_id = ${id} and i.line = r.line`.execute(tables(em))
}

/** The stored results of the lines `from` to `to` that would be written. */
export async function plannedRows(
  em: SqlEntityManager,
  id: number,
  from: number,
  to: number,
): Promise<{ line: number; result: Result; device_id: number | null; found: Found | null }[]> {
  const rows = await tables(em)
    .selectFrom('inventory_import_row')
    .select(['line', 'result', 'device_id', 'found'])
    .where('import_id', '=', id)
    .where('line', '>=', from)
    .where('line', '<=', to)
    .where('result', 'in', ['would_add', 'would_update'])
    .execute()
  return rows
}

/** For each of these addresses, the first line of an earlier batch that has it. */
export async function firstLines(
  em: SqlEntityManager,
  id: number,
  ips: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tables(em)
    .selectFrom('inventory_import_row')
    .select(['ip', query => query.fn.min('line').as('line')])
    .where('import_id', '=', id)
    .where(sql<boolean>`ip = any (${[...ips]}::text[])`)
    .groupBy('ip')
    .execute()
  return new Map(rows.map(({ ip, line }) => [ip!, line]))
}

const ofResult = (em: SqlEntityManager, id: number, result: Result | undefined) =>
  tables(em)
    .selectFrom('inventory_import_row')
    .where('import_id', '=', id)
    .$if(result !== undefined, query => query.where('result', '=', result!))

/** A page of the lines of a run, in the order of the file. */
export const listRows = (
  em: SqlEntityManager,
  id: number,
  result: Result | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<ImportRow[]> =>
  ofResult(em, id, result)
    .select(['line', 'ip', 'result', 'code', 'message', 'device_id'])
    .orderBy('line')
    .limit(limit)
    .offset(offset)
    .execute()

export const countRows = async (
  em: SqlEntityManager,
  id: number,
  result: Result | undefined,
): Promise<number> =>
  (
    await ofResult(em, id, result)
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow()
  ).total
