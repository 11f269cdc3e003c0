import { setTimeout } from 'node:timers/promises'
import { IdParams, LaterReply, ListMeta, Reply, pageOf, type Caller, type Routes } from '@linecard/plugin-kit'
import type { Inventory } from '../../inventory.ts'
import { countRows, forget, rowsOf, runById, type ImportRun } from './runs.ts'
import type { Result } from './outcome.ts'
import { ImportQuery, ImportRowsQuery, ImportView } from './schemas.ts'

/** How long an answer waits for a run to end, in seconds, unless the client says otherwise. */
const patience = { usual: 5, most: 60 }
/** Lines of a report at once. */
const cap = 10_000

const view = ({
  id,
  user_id,
  login,
  status,
  dry_run,
  atomic,
  update,
  encoding,
  separator,
  total,
  done,
  counts,
  error,
  started_at,
  finished_at,
}: ImportRun): Omit<ImportView, 'rows'> => ({
  id,
  user: { id: user_id, login },
  status,
  dry_run,
  atomic,
  update,
  encoding,
  separator,
  total,
  done,
  counts,
  error,
  started_at: new Date(started_at),
  finished_at: finished_at && new Date(finished_at),
})

/** `Prefer: wait=n` (RFC 7240 §4.3); null: the client says nothing of it. */
function waitOf(prefer: string | string[] | undefined): number | null {
  const found = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?\s*(?:$|[,;])/i.exec([prefer].flat().join(','))
  return found ? Math.min(Number(found[1]), patience.most) : null
}

export function importRoutes(routes: Routes, { ctx, imports }: Inventory): void {
  const tag = 'device'
  const permission = 'device_management'

  const report = async (
    caller: Caller,
    id: number,
    { result, ...query }: { limit?: number; offset?: number; result?: Result },
  ) => {
    const em = ctx.em()
    const run = await runById(em, caller, id)
    const page = pageOf(query, { cap })
    return {
      data: { ...view(run), rows: await rowsOf(em, id, result, page) },
      meta: { total: await countRows(em, id, result), ...page },
    }
  }

  routes.post(
    '/device/import',
    {
      operationId: 'inventory.import.create',
      tag,
      summary: 'Adds devices from CSV',
      permission,
      action: 'device:imported',
      description:
        'Columns `ip,login,password,ro community,rw community,name,model key` in this order without headings, or any with headings, as the export writes them; UTF-8, UTF-16 or Windows-1251, ' +
        'separated by comma, semicolon or tabulator. A device without a model key is asked what it is, and skipped where it does not answer or no driver knows it; one with a key is added unseen. Access ' +
        'profiles that are lacking are made, one for each set of credentials. What takes longer than a few seconds (`Prefer: wait=n`, 60 at most) goes on and is answered with 202.',
      query: ImportQuery,
      response: ImportView,
      meta: ListMeta,
      later: true,
      upload: {
        field: 'file',
        types: [
          'text/csv',
          'text/plain',
          'application/csv',
          'application/vnd.ms-excel',
          'application/octet-stream',
        ],
        maxBytes: () => ctx.config.import_bytes,
      },
    },
    async ({ caller, query, upload, headers, note }) => {
      const { id, ended } = await imports.start(
        caller,
        query,
        async take => (await upload.receive(({ stream }) => take(stream))).taken,
      )
      const wait = waitOf(headers['prefer'])
      const late = new AbortController()
      await Promise.race([
        ended,
        setTimeout((wait ?? patience.usual) * 1000, null, { signal: late.signal, ref: false }).catch(
          () => null,
        ),
      ])
      late.abort()
      const { data, meta } = await report(caller, id, { limit: 1000 })
      note({ message: `import ${id}`, meta: { counts: data.counts, total: data.total } })
      const applied: Record<string, string> = wait === null ? {} : { 'preference-applied': `wait=${wait}` }
      return data.status === 'running' ? new LaterReply(data, meta, applied) : new Reply(data, meta, applied)
    },
  )

  routes.get(
    '/device/import/:id',
    {
      operationId: 'inventory.import.get',
      tag,
      summary: 'How far an import is, and what became of its lines',
      permission,
      params: IdParams,
      query: ImportRowsQuery,
      response: ImportView,
      meta: ListMeta,
    },
    async ({ caller, params, query }) => {
      const { data, meta } = await report(caller, params.id, query)
      return new Reply(data, meta)
    },
  )

  routes.delete(
    '/device/import/:id',
    {
      operationId: 'inventory.import.delete',
      tag,
      summary: 'Cancels an import; removes the report of one that has ended',
      permission,
      action: 'device:import_cancelled',
      description: 'What a cancelled import has added stays, unless it was all or none: then nothing stays.',
      params: IdParams,
      response: ImportView,
      meta: ListMeta,
    },
    async ({ caller, params: { id } }) => {
      const run = await runById(ctx.em(), caller, id)
      const going = run.status === 'receiving' || run.status === 'running'
      if (going) await imports.cancel(id)
      const { data, meta } = await report(caller, id, { limit: 0 })
      if (!going) await forget(ctx.em(), id)
      return new Reply(data, meta)
    },
  )
}
