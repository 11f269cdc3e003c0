import type { Caller, Context } from '@linecard/plugin-kit'
import { resource, type RowOf } from '@linecard/plugin-kit/resource'
import { sql } from '@linecard/plugin-kit/sql'
import { Type as T } from 'typebox'
import { RuleBody } from '../bodies.ts'
import type { Config } from '../config.ts'
import { Rule } from '../entities/index.ts'
import { fail } from '../errors.ts'
import { changing } from '../permissions.ts'
import { RuleView } from '../schemas.ts'
import { sees } from '../scope.ts'
import { tables } from '../tables.ts'
import { assertAllowed, assertKnown, groupOf } from './allowed.ts'

/** Rules of one installation at most. */
const maxRules = 500
const defaultGroup = -1

/** Number of addresses of a network; null if it is not allowed any more. */
function addressesOf(ctx: Context<Config>, cidr: string): number | null {
  try {
    return ctx.use('equipment').sweepable(cidr).addresses
  } catch {
    return null
  }
}

/** Profiles that the caller may not use are left out. */
async function viewsOf(
  ctx: Context<Config>,
  caller: Caller,
  rules: readonly RowOf<typeof Rule>[],
): Promise<RuleView[]> {
  const [groups, profiles] = await Promise.all([
    ctx.use('devices').groups([...new Set(rules.map(rule => rule.group_id))]),
    ctx.use('intake').profiles([...new Set(rules.flatMap(rule => rule.access_ids))], caller),
  ])
  return rules.map(({ group_id: groupId, access_ids: accessIds, ...rule }) => {
    const group = groups.find(({ id }) => id === groupId)
    return {
      ...rule,
      addresses: addressesOf(ctx, rule.cidr),
      group: group ? { id: group.id, name: group.name } : null,
      access: accessIds.flatMap(id => profiles.find(profile => profile.id === id) ?? []),
    }
  })
}

/** Networks that are searched, and what becomes of the devices in them. */
export const rules = (ctx: Context<Config>) =>
  resource(ctx, {
    entity: Rule,
    path: '/component/autodiscovery/rules',
    name: 'autodiscovery.rule',
    tag: 'autodiscovery',
    scope: 'group',
    permission: { read: 'autodiscovery_view', write: changing },
    view: RuleView,
    body: RuleBody,
    list: {
      search: { in: ['name'], description: 'Part of the name' },
      filters: { enabled: T.Boolean({ description: 'Whether the rule runs by itself' }) },
      sort: ['id', 'name', 'cidr', 'enabled', 'interval_min', 'last_run_at', 'created_at', 'updated_at'],
      cap: 500,
    },
    visible: ({ groupIds }) => groupIds && sql<boolean>`r.group_id = any (${[...groupIds]}::int[])`,
    unknown: id => fail('AUTODISCOVERY_RULE_UNKNOWN', { id }),
    taken: ({ name }) => fail('AUTODISCOVERY_RULE_EXISTS', { name }, [{ path: 'name', message: 'is taken' }]),
    async check(body, { caller, before }) {
      await assertKnown(ctx, caller, body)
      const groupId = groupOf(body) ?? before?.group_id ?? defaultGroup
      if (!sees(caller, groupId))
        throw fail('AUTODISCOVERY_GROUP_NEEDED', {}, [{ path: 'group_id', message: 'is missing' }])
      const [cidr, accessIds] = [body.cidr ?? before?.cidr, body.access_ids ?? before?.access_ids]
      await assertAllowed(ctx, caller, { groupId, cidr: cidr!, accessIds: accessIds! })
    },
    async write(body, { em, before }) {
      if (!before) {
        const { count } = await tables(em)
          .selectFrom('autodiscovery_rule')
          .select(row => row.cast<number>(row.fn.countAll(), 'integer').as('count'))
          .executeTakeFirstOrThrow()
        if (count >= maxRules) throw fail('AUTODISCOVERY_RULES_FULL', { most: maxRules })
      }
      return {
        group_id: groupOf(body) ?? (before ? undefined : defaultGroup),
        cidr: body.cidr === undefined ? undefined : ctx.use('equipment').sweepable(body.cidr).cidr,
      }
    },
    shown: (rows, { caller }) => viewsOf(ctx, caller, rows),
    told: {
      list: {
        summary: 'Networks that are searched for devices',
        description:
          'A rule is a network, the access profiles to try in it and the group for what is found. Only ' +
          'rules for groups that the caller sees.',
      },
      one: {
        summary: 'One rule',
        description: 'One rule with its profiles, its group and the time of its last search.',
      },
      create: {
        summary: 'Adds a network to search; new devices in it are added to the group',
        description:
          'The network must be within the networks of the equipment. It is searched every `interval_min` ' +
          'minutes, or only when asked if that is null. Devices that a driver knows are added to the ' +
          'inventory; the others are in the results of the search.',
      },
      update: {
        summary: 'Changes a rule',
        description:
          'Members that are left out keep their values. A search that is running goes on with the old ' +
          'values.',
      },
      delete: {
        summary: 'Deletes a rule; devices that it added stay',
        description:
          'Devices that were found by it stay in the inventory, and results of its searches stay ' +
          'readable.',
      },
    },
  })
