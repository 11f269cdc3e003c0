import type { Context, RuleComparison, RuleExpression } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { fail } from '../errors.ts'
import type { StoredRule } from './rule.ts'
import { tables, type VersionTable } from './tables.ts'

const minute = 60

const expressionOf = (
  metric: string,
  name: RuleExpression['function'],
  minutes: number,
  comparison: RuleExpression['comparison'],
  threshold: number,
  more: Pick<RuleExpression, 'also' | 'filter'> = {},
): StoredRule['expression'] => ({
  metric,
  function: name,
  window_sec: minutes * minute,
  comparison,
  threshold,
  ...(more.also ? { also: more.also.map(one => ({ ...one })) } : {}),
  ...(more.filter
    ? { filter: { ...more.filter } as NonNullable<StoredRule['expression']>['filter'] & {} }
    : {}),
})

const last = (metric: string, comparison: '==' | '<', threshold: number): RuleComparison => {
  return { metric, function: 'last', comparison, threshold }
}

interface Shipped {
  name: string
  group: string
  minutes: number
  title: string
  description: string
  expression: StoredRule['expression']
  severity?: StoredRule['severity']
}

const port = '{{labels.interface}} of {{labels.device}}'

const shipped: readonly Shipped[] = [
  {
    name: 'iface_increase_in_errors',
    group: 'interfaces',
    minutes: 10,
    title: `${port} receives errors`,
    description:
      '{{humanize value}} errors in 15 minutes. Look at the cable, the optics and the duplex mode.',
    expression: expressionOf('interface_receive_errors_total', 'increase', 15, '>', 30),
  },
  {
    name: 'iface_increase_out_errors',
    group: 'interfaces',
    minutes: 30,
    title: `${port} cannot send without errors`,
    description: '{{humanize value}} errors in 15 minutes. Look at the port and at what is connected to it.',
    expression: expressionOf('interface_transmit_errors_total', 'increase', 15, '>', 30),
  },
  {
    name: 'interface_increase_crc_errors',
    group: 'interfaces',
    minutes: 10,
    title: `${port} receives broken frames`,
    description: '{{humanize value}} bad checksums in 15 minutes. Look at the cable and the optics.',
    expression: expressionOf('interface_receive_crc_errors_total', 'increase', 15, '>', 30),
  },
  {
    name: 'favorite_interface_down',
    group: 'interfaces',
    minutes: 2,
    severity: 'critical',
    title: `${port} is down`,
    description: "It is switched on, and somebody's favourite. Look at its cable and at what it leads to.",
    expression: expressionOf('interface_up', 'last', 15, '==', 0, {
      also: [last('interface_enabled', '==', 1)],
      filter: { favorite: true },
    }),
  },
  {
    name: 'bgp_session_down',
    group: 'router',
    minutes: 5,
    severity: 'critical',
    title: 'BGP session {{labels.part}} of {{labels.device}} is down',
    description: 'It is not disabled, and not established.',
    expression: expressionOf('bgp_session_established', 'last', 15, '==', 0, {
      also: [last('bgp_session_disabled', '==', 0)],
    }),
  },
  {
    name: 'bgp_session_restarted',
    group: 'router',
    minutes: 1,
    title: 'BGP session {{labels.part}} of {{labels.device}} started again',
    description: 'It is established since {{humanize value}} seconds.',
    expression: expressionOf('bgp_session_uptime_seconds', 'last', 15, '<', 300, {
      also: [last('bgp_session_established', '==', 1)],
    }),
  },
  {
    name: 'rx_signal_deteriorated',
    group: 'light',
    minutes: 10,
    title: `${port} gets less light`,
    description: 'It changed by {{humanize value}} dB in two hours. Look at the fibre and its connectors.',
    expression: expressionOf('interface_receive_power_dbm', 'delta', 120, '<', -3, {
      filter: { types: ['ONU'] },
    }),
  },
  {
    name: 'olt_rx_signal_deteriorated',
    group: 'light',
    minutes: 10,
    title: `The OLT gets less light of ${port}`,
    description: 'It changed by {{humanize value}} dB in two hours. Look at the fibre and its connectors.',
    expression: expressionOf('interface_olt_receive_power_dbm', 'delta', 120, '<', -3),
  },
  {
    name: 'arps_count_abnormal',
    group: 'router',
    minutes: 10,
    title: '{{labels.device}} has {{humanize value}} ARP entries',
    description: 'More than usual: somebody may scan the network.',
    expression: expressionOf('device_arp_entries', 'last', 15, '>', 10_000),
  },
]

/** The rules of an installation that has saved none. */
const shippedRules: readonly StoredRule[] = shipped.map(({ minutes, severity = 'warning', ...rule }) => ({
  ...rule,
  enabled: true,
  for_sec: minutes * minute,
  severity,
  promql: null,
}))

/** Sets that are kept. */
export const keptVersions = 100
/** Advisory lock of PostgreSQL: sets are saved one after the other. */
const lock = 7_501

export interface Saved {
  /** 0: nobody has saved any; these are the shipped ones. */
  version: number
  saved_at: Date | null
  saved_by: string | null
  rules: readonly StoredRule[]
}

const none: Saved = { version: 0, saved_at: null, saved_by: null, rules: shippedRules }

const versions = (em: SqlEntityManager) => tables(em).selectFrom('events_rule_version')
const savedOf = ({ id, created_at: at, created_by: by, rules }: VersionTable): Saved => {
  return { version: id, saved_at: at, saved_by: by, rules }
}

/** The present set. */
export async function savedRules(em: SqlEntityManager): Promise<Saved> {
  const row = await versions(em).selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row ? savedOf(row) : none
}

/** An earlier set. @throws EVENTS_RULES_VERSION_UNKNOWN */
export async function savedVersion(em: SqlEntityManager, id: number): Promise<Saved> {
  if (id === 0) return none
  const row = await versions(em).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw fail('EVENTS_RULES_VERSION_UNKNOWN', { version: id })
  return savedOf(row)
}

/** All sets, without their rules. */
export const versionRows = (em: SqlEntityManager) =>
  versions(em)
    .select(['id as version', 'created_at as saved_at', 'created_by as saved_by'])
    .select(sql<number>`jsonb_array_length(rules)`.as('rules'))

/**
 * Stores a set as the newest version.
 * @throws EVENTS_RULES_CHANGED if it is based on another version than the present one
 */
export async function saveRules(
  ctx: Pick<Context, 'em' | 'clock'>,
  rules: readonly StoredRule[],
  { by, base }: { by: string; base: number | undefined },
): Promise<number> {
  return ctx.em().transactional(async em => {
    const db = tables(em)
    await sql`select pg_advisory_xact_lock(${lock}::bigint)`.execute(db)
    const { version } = await savedRules(em)
    if (base !== undefined && base !== version)
      throw fail('EVENTS_RULES_CHANGED', { base, version }, [
        { path: 'version', message: 'is not the present one' },
      ])
    const next = version + 1
    await sql`insert into events_rule_version (id, created_at, created_by, rules)
      values (${next}, ${ctx.clock()}, ${by}, ${JSON.stringify(rules)}::jsonb)`.execute(db)
    await db
      .deleteFrom('events_rule_version')
      .where('id', '<=', next - keptVersions)
      .execute()
    return next
  })
}
