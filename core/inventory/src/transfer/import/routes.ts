import { Type as T } from 'typebox'
import {
  IdParams,
  LaterReply,
  ListMeta,
  Reply,
  type ActionNote,
  type Caller,
  type Routes,
  pageOf,
} from '@linecard/plugin-kit'
import type { Inventory } from '../../inventory.ts'
import type { Going, Imports } from './imports.ts'
import { isOpen, runById, type ImportRun } from './run-state.ts'
import { forget } from './runs.ts'
import { ImportQuery, ImportRowsQuery, ImportView } from './schemas.ts'
import { setTimeout } from 'node:timers/promises'
import type { Result } from './outcome.ts'
import { countRows, listRows } from './report.ts'

/** Most lines of one page of a report. */
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
  started_at,
  finished_at,
})

/** A run that the caller may see, with a page of its lines. */
async function reportOf(
  inventory: Inventory,
  caller: Caller,
  id: number,
  { result, ...query }: { limit?: number; offset?: number; result?: Result },
) {
  const em = inventory.ctx.em()
  const run = await runById(inventory, caller, id)
  const page = pageOf(query, { cap })
  return {
    data: { ...view(run), rows: await listRows(em, id, result, page) },
    meta: { total: await countRows(em, id, result), ...page },
  }
}

/** How long an answer waits for the end of a run, seconds: by default and at most. */
const waitSec = { standard: 5, most: 60 }

/** `Prefer: wait=n` (RFC 7240 §4.3); null if the client does not send it. */
function waitOf(prefer: string | string[] | undefined): number | null {
  const found = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,6})"?\s*(?:$|[,;])/i.exec([prefer].flat().join(','))
  return found ? Math.min(Number(found[1]), waitSec.most) : null
}

/** Waits for the end of a run, and no longer than some seconds. */
async function endOrTimeout(ended: Promise<void>, seconds: number): Promise<void> {
  const late = new AbortController()
  const timeout = setTimeout(seconds * 1000, undefined, { signal: late.signal, ref: false })
  await Promise.race([ended, timeout.catch(() => undefined)])
  late.abort()
}

const tag = 'device'
const permission = 'device_management'

const waitHeaders = {
  request: {
    Prefer: T.String({ description: 'wait=n: seconds to wait for the end, 60 at most', maxLength: 200 }),
  },
  answer: {
    'Preference-Applied': T.String({ description: 'The wait that was applied', examples: ['wait=5'] }),
  },
}

interface Asking {
  caller: Caller
  headers: Readonly<Record<string, string | string[] | undefined>>
  note(more: ActionNote): void
}

/** The report of a run, if possible after its end. */
async function soonReport(inventory: Inventory, { id, ended }: Going, { caller, headers, note }: Asking) {
  const wait = waitOf(headers['prefer'])
  await endOrTimeout(ended, wait ?? waitSec.standard)
  const { data, meta } = await reportOf(inventory, caller, id, { limit: 1000 })
  note({ message: `import ${id}`, meta: { counts: data.counts, total: data.total } })
  const applied: Record<string, string> = wait === null ? {} : { 'preference-applied': `wait=${wait}` }
  return data.status === 'running' ? new LaterReply(data, meta, applied) : new Reply(data, meta, applied)
}

function importCreation(routes: Routes, inventory: Inventory, imports: Imports): void {
  routes.post(
    '/device/import',
    {
      operationId: 'inventory.import.create',
      scope: 'group',
      tag,
      summary: 'Adds devices from CSV',
      permission,
      action: 'device:imported',
      description:
        'The file has the columns `ip,login,password,ro community,rw community,name,model key` in this ' +
        'order and no headings, or any columns with headings, like an export. It is UTF-8, UTF-16 or ' +
        'Windows-1251, separated by commas, semicolons or tabs. A device without a model key is asked for ' +
        'its model. It is skipped if it does not answer or if no driver knows it. A device with a key is ' +
        'added without asking it. Missing access profiles are created, one for each set of credentials. ' +
        'An import that takes longer than a few seconds (`Prefer: wait=n`, 60 at most) continues in the ' +
        'background and is answered with 202.',
      query: ImportQuery,
      headers: waitHeaders,
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
        maxBytes: () => inventory.ctx.config.import_bytes,
      },
    },
    async ({ caller, query, upload, headers, note }) => {
      const { id, ended } = await imports.start(
        caller,
        query,
        async take => (await upload.receive(({ stream }) => take(stream))).taken,
      )
      return soonReport(inventory, { id, ended }, { caller, headers, note })
    },
  )
}

function importResumption(routes: Routes, inventory: Inventory, imports: Imports): void {
  routes.post(
    '/device/import/:id/resume',
    {
      operationId: 'inventory.import.resume',
      scope: 'group',
      tag,
      summary: 'Goes on with an interrupted import',
      permission,
      action: 'device:import_resumed',
      description:
        'An import is interrupted when its process stops or dies. It goes on after the last line that the ' +
        'report has, in any process, with the permissions and groups of the caller. Lines of the report ' +
        'are not done again. `Prefer: wait=n` works as for a new import.',
      params: IdParams,
      headers: waitHeaders,
      response: ImportView,
      meta: ListMeta,
      later: true,
    },
    async ({ caller, params, headers, note }) =>
      soonReport(inventory, await imports.resume(caller, params.id), { caller, headers, note }),
  )
}

function importReports(routes: Routes, inventory: Inventory, imports: Imports): void {
  const { ctx } = inventory

  routes.get(
    '/device/import/:id',
    {
      operationId: 'inventory.import.get',
      scope: 'group',
      tag,
      summary: 'The progress of an import, and the result of each line',
      description:
        'Counts and state of the import, and one row for each line with what was done or why it was ' +
        'not. Only the user who started it sees it, and users who see all groups of that user. Ask for ' +
        'it after a 202.',
      permission,
      params: IdParams,
      query: ImportRowsQuery,
      response: ImportView,
      meta: ListMeta,
    },
    async ({ caller, params, query }) => {
      const { data, meta } = await reportOf(inventory, caller, params.id, query)
      return new Reply(data, meta)
    },
  )

  routes.delete(
    '/device/import/:id',
    {
      operationId: 'inventory.import.delete',
      scope: 'group',
      tag,
      summary: 'Cancels an import; removes the report of one that has ended',
      permission,
      action: 'device:import_cancelled',
      description: 'Devices that a cancelled import has added stay, unless it was all-or-none.',
      params: IdParams,
      response: ImportView,
      meta: ListMeta,
    },
    async ({ caller, params: { id } }) => {
      const going = isOpen((await runById(inventory, caller, id)).status)
      if (going) await imports.cancel(id)
      const { data, meta } = await reportOf(inventory, caller, id, { limit: 0 })
      if (!going) await forget(ctx.em(), id)
      return new Reply(data, meta)
    },
  )
}

export function importRoutes(routes: Routes, inventory: Inventory, imports: Imports): void {
  importCreation(routes, inventory, imports)
  importResumption(routes, inventory, imports)
  importReports(routes, inventory, imports)
}
