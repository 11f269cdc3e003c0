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
  type Caller,
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

const viewOf = async (ctx: Context<Config>, caller: Caller, rule: Rule): Promise<RuleView> =>
  (await ruleViews(ctx, caller, [rule]))[0]!

export function ruleReads(routes: Routes, ctx: Context<Config>): void {
  routes.get(
    path,
    {
      operationId: 'autodiscovery.rules.list',
      scope: 'group',
      tag,
      summary: 'Networks that are searched for devices',
      description:
        'A rule is a network, the access profiles to try in it and the group for what is found. Only ' +
        'rules for groups that the caller sees.',
      permission: 'autodiscovery_view',
      query: closedObject({
        ...listQuery,
        query: T.Optional(text(200, { description: 'Part of the name' })),
        enabled: T.Optional(T.Boolean({ description: 'Whether the rule runs by itself' })),
      }),
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
      return new Reply(await ruleViews(ctx, caller, rules), { total, ...page })
    },
  )

  routes.get(
    `${path}/:id`,
    {
      operationId: 'autodiscovery.rule.get',
      scope: 'group',
      tag,
      summary: 'One rule',
      description: 'One rule with its profiles, its group and the time of its last search.',
      permission: 'autodiscovery_view',
      params: IdParams,
      response: RuleView,
    },
    async ({ caller, params }) => viewOf(ctx, caller, await ruleById(ctx, caller, params.id)),
  )
}

export function ruleChanges(routes: Routes, ctx: Context<Config>): void {
  routes.post(
    path,
    {
      operationId: 'autodiscovery.rule.create',
      scope: 'group',
      tag,
      summary: 'Adds a network to search; new devices in it are added to the group',
      description:
        'The network must be within the networks of the equipment. It is searched every `interval_min` ' +
        'minutes, or only when asked if that is null. Devices that a driver knows are added to the ' +
        'inventory; the others are in the results of the search.',
      permission: changing,
      body: RuleBody,
      response: RuleView,
      status: 201,
    },
    async ({ caller, body }) => viewOf(ctx, caller, await createRule(ctx, caller, body)),
  )

  routes.put(
    `${path}/:id`,
    {
      operationId: 'autodiscovery.rule.update',
      scope: 'group',
      tag,
      summary: 'Changes a rule',
      description:
        'Members that are left out keep their values. A search that is running goes on with the old ' +
        'values.',
      permission: changing,
      params: IdParams,
      body: T.Partial(RuleBody, { additionalProperties: false }),
      response: RuleView,
    },
    async ({ caller, params, body }) => viewOf(ctx, caller, await updateRule(ctx, caller, params.id, body)),
  )

  routes.delete(
    `${path}/:id`,
    {
      operationId: 'autodiscovery.rule.delete',
      scope: 'group',
      tag,
      summary: 'Deletes a rule; devices that it added stay',
      description:
        'Devices that were found by it stay in the inventory, and results of its searches stay ' +
        'readable.',
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
