import { Type as T } from 'typebox'
import {
  Deleted,
  IdParams,
  ListMeta,
  Reply,
  closedObject,
  containing,
  listQuery,
  orderOf,
  pageOf,
  text,
  type Context,
  type Routes,
} from '@linecard/plugin-kit'
import { RuleBody } from '../bodies.ts'
import type { Config } from '../config.ts'
import { Rule } from '../entities/index.ts'
import { changing } from '../permissions.ts'
import { RuleView } from '../schemas.ts'
import { ofGroups } from '../scope.ts'
import { createRule, deleteRule, ruleById, ruleViews, updateRule } from './store.ts'

const tag = 'autodiscovery'
const path = '/component/autodiscovery/rules'
const sortable = {
  id: 'id',
  name: 'name',
  cidr: 'cidr',
  enabled: 'enabled',
  interval_min: 'intervalMin',
  last_run_at: 'lastRunAt',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
}

const viewOf = async (ctx: Context<Config>, rule: Rule): Promise<RuleView> =>
  (await ruleViews(ctx, [rule]))[0]!

export function ruleReads(routes: Routes, ctx: Context<Config>): void {
  routes.get(
    path,
    {
      operationId: 'autodiscovery.rules.list',
      tag,
      summary: 'Networks that are searched for devices',
      permission: 'autodiscovery_view',
      query: closedObject({ ...listQuery, query: T.Optional(text(200)), enabled: T.Optional(T.Boolean()) }),
      response: T.Array(RuleView),
      meta: ListMeta,
    },
    async ({ caller, query }) => {
      const page = pageOf(query, { cap: 500 })
      const where = {
        ...ofGroups(caller),
        ...(query.query === undefined ? {} : { name: { $ilike: containing(query.query) } }),
        ...(query.enabled === undefined ? {} : { enabled: query.enabled }),
      }
      const [rules, total] = await ctx
        .em()
        .findAndCount(Rule, where, { ...page, orderBy: orderOf(query.sort, sortable) })
      return new Reply(await ruleViews(ctx, rules), { total, ...page })
    },
  )

  routes.get(
    `${path}/:id`,
    {
      operationId: 'autodiscovery.rule.get',
      tag,
      summary: 'One rule',
      permission: 'autodiscovery_view',
      params: IdParams,
      response: RuleView,
    },
    async ({ caller, params }) => viewOf(ctx, await ruleById(ctx, caller, params.id)),
  )
}

export function ruleChanges(routes: Routes, ctx: Context<Config>): void {
  routes.post(
    path,
    {
      operationId: 'autodiscovery.rule.create',
      tag,
      summary: 'Adds a network to search; new devices in it are added to the group',
      permission: changing,
      body: RuleBody,
      response: RuleView,
      status: 201,
    },
    async ({ caller, body }) => viewOf(ctx, await createRule(ctx, caller, body)),
  )

  routes.put(
    `${path}/:id`,
    {
      operationId: 'autodiscovery.rule.update',
      tag,
      summary: 'Changes a rule',
      permission: changing,
      params: IdParams,
      body: T.Partial(RuleBody, { additionalProperties: false }),
      response: RuleView,
    },
    async ({ caller, params, body }) => viewOf(ctx, await updateRule(ctx, caller, params.id, body)),
  )

  routes.delete(
    `${path}/:id`,
    {
      operationId: 'autodiscovery.rule.delete',
      tag,
      summary: 'Deletes a rule; devices that it added stay',
      permission: changing,
      params: IdParams,
      response: Deleted,
    },
    async ({ caller, params }) => {
      await deleteRule(ctx, caller, params.id)
      return { id: params.id }
    },
  )
}
