import { Type as T } from 'typebox'
import {
  IdParams,
  ListMeta,
  Reply,
  closedObject,
  listQuery,
  pageOf,
  text,
  type Context,
  type Routes,
} from '@linecard/plugin-kit'
import { RunBody } from '../bodies.ts'
import type { Config } from '../config.ts'
import { results, runStatuses } from '../entities/index.ts'
import { changing } from '../permissions.ts'
import { FoundView, RunStarted, RunView } from '../schemas.ts'
import { listFound } from './found.ts'
import { listRuns, runById } from './store.ts'
import { foundView, runViews } from './views.ts'
import { startRun } from './start.ts'

const tag = 'autodiscovery'
const permission = 'autodiscovery_view'

export function runRoutes(routes: Routes, ctx: Context<Config>): void {
  routes.post(
    '/component/autodiscovery/run',
    {
      operationId: 'autodiscovery.run.start',
      scope: 'group',
      tag,
      summary:
        'Searches the networks of some rules now, by default of all enabled ones; 409 while one is running',
      description:
        'The search goes on in the background: the answer has the id with which `GET ' +
        '/component/autodiscovery/runs/{id}` tells its progress. 409 while another one is running, or ' +
        'if no rule is enabled; an unknown rule is 404.',
      permission: changing,
      body: RunBody,
      errors: [404],
      response: RunStarted,
      status: 202,
    },
    async ({ caller, body }) => ({ id: await startRun(ctx, caller, body.rule_ids ?? null) }),
  )

  routes.get(
    '/component/autodiscovery/runs',
    {
      operationId: 'autodiscovery.runs.list',
      scope: 'group',
      tag,
      summary: 'Searches, newest first',
      description: 'With progress, counts and errors of each, the newest first unless `sort` says otherwise.',
      permission,
      query: closedObject({
        ...listQuery,
        status: T.Optional(T.Enum([...runStatuses], { description: 'Where the search stands' })),
      }),
      response: T.Array(RunView),
      meta: ListMeta,
    },
    async ({ caller, query }) => {
      const page = pageOf(query, { cap: 500 })
      const { runs, total } = await listRuns(ctx, caller, query, page)
      return new Reply(await runViews(ctx, caller, runs), { total, ...page })
    },
  )

  routes.get(
    '/component/autodiscovery/runs/:id',
    {
      operationId: 'autodiscovery.run.get',
      scope: 'group',
      tag,
      summary: 'One search: its progress and its results',
      description:
        'What was done and what is left while it runs, and the counts of its results when it has ended.',
      permission,
      params: IdParams,
      response: RunView,
    },
    async ({ caller, params }) => (await runViews(ctx, caller, [await runById(ctx, caller, params.id)]))[0]!,
  )
}

export function foundReads(routes: Routes, ctx: Context<Config>): void {
  routes.get(
    '/component/autodiscovery/runs/:id/found',
    {
      operationId: 'autodiscovery.run.found',
      scope: 'group',
      tag,
      summary: 'Addresses that answered in a search, with the result of each',
      description:
        'One row for each address that answered: added, known already, of a model that no driver knows, ' +
        'or failed with the reason. Nothing about devices of groups that the caller does not see.',
      permission,
      params: IdParams,
      query: closedObject({
        ...listQuery,
        result: T.Optional(T.Enum([...results], { description: 'What was done about the address' })),
        query: T.Optional(text(200, { description: 'Part of a name, a model, a sysDescr or a reason' })),
      }),
      response: T.Array(FoundView),
      meta: ListMeta,
    },
    async ({ caller, params, query }) => {
      await runById(ctx, caller, params.id)
      const page = pageOf(query, { cap: 10_000 })
      const { rows, total } = await listFound(ctx, caller, params.id, query, page)
      return new Reply(rows.map(foundView), { total, ...page })
    },
  )
}
