import { visibleDevices } from '@linecard/inventory/read'
import type { Caller, Severity } from '@linecard/plugin-kit'
import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Base } from '../base.ts'
import type { Finding } from './evaluate.ts'
import { tables } from './tables.ts'

/** A failure counts as excused until the end of the day, UTC, on which its exception ends. */
export const excused = (now: Date) =>
  sql<boolean>`coalesce(f.excused_until >= ${now.toISOString().slice(0, 10)}::date, false)`

export interface RuleRow {
  id: string
  title: string
  description: string
  severity: Severity
  file: string
  line: number
  /** Devices that the caller sees: for which the rule is, which fail it, and which are excused. */
  devices: number
  failed: number
  excused: number
}

/** The rules, with what they say of the devices that the caller sees. */
export async function rulesOf({ ctx }: Base, caller: Caller) {
  const em = ctx.em()
  const [
    { rows: rules },
    { rows: counts },
    {
      rows: [counted],
    },
    read,
  ] = await Promise.all([
    sql<Omit<RuleRow, 'devices'>>`
      select r.*, count(d.id) filter (where not ${excused(ctx.clock())})::int as failed,
        count(d.id) filter (where ${excused(ctx.clock())})::int as excused
      from backups_rule r
      left join backups_failed f on f.rule = r.id
      left join (${visibleDevices(em, caller)}) d on d.id = f.device_id
      group by r.id order by r.file, r.line`.execute(tables(em)),
    sql<{ rule: string; devices: number }>`
      select u.rule, count(*)::int as devices from backups_checked c
      join (${visibleDevices(em, caller)}) d on d.id = c.device_id, unnest(c.rules) as u (rule)
      group by u.rule`.execute(tables(em)),
    sql<{ devices: number; checked: number; failing: number }>`
      select count(*)::int as devices, count(c.device_id)::int as checked,
        count(*) filter (where exists (
          select from backups_failed f where f.device_id = d.id and not ${excused(ctx.clock())}
        ))::int as failing
      from (${visibleDevices(em, caller)}) d left join backups_checked c on c.device_id = d.id`.execute(
      tables(em),
    ),
    tables(em).selectFrom('backups_rules').select(['read_at', 'problems']).executeTakeFirst(),
  ])
  const devices = new Map(counts.map(row => [row.rule, row.devices]))
  return {
    rules: rules.map((rule): RuleRow => ({ ...rule, devices: devices.get(rule.id) ?? 0 })),
    devices: counted!,
    read_at: read?.read_at ?? null,
    problems: read?.problems ?? [],
  }
}

export interface FailureRow {
  device_id: number
  rule: string
  title: string
  severity: Severity
  count: number
  since: Date
  excused: boolean
  excused_until: string | null
  excused_reason: string | null
  findings: Finding[]
}

export interface FailuresAsked {
  rule?: string
  severity?: Severity
  device_id?: number
  group_id?: number
  excused?: boolean
}

/** Rules that devices fail, the worst first. */
export async function failuresOf(
  { ctx }: Base,
  caller: Pick<Caller, 'groupIds'>,
  asked: FailuresAsked,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: FailureRow[]; total: number }> {
  const em: SqlEntityManager = ctx.em()
  const is = excused(ctx.clock())
  const where = sql.join(
    [
      sql`true`,
      ...(asked.rule === undefined ? [] : [sql`f.rule = ${asked.rule}`]),
      ...(asked.severity === undefined ? [] : [sql`r.severity = ${asked.severity}`]),
      ...(asked.device_id === undefined ? [] : [sql`f.device_id = ${asked.device_id}`]),
      ...(asked.group_id === undefined ? [] : [sql`d.group_id = ${asked.group_id}`]),
      ...(asked.excused === undefined ? [] : [asked.excused ? is : sql`not ${is}`]),
    ],
    sql` and `,
  )
  const from = sql`
    from backups_failed f join backups_rule r on r.id = f.rule
    join (${visibleDevices(em, caller)}) d on d.id = f.device_id where ${where}`
  const { rows } = await sql<FailureRow>`
    select f.device_id, f.rule, r.title, r.severity, f.count, f.since, ${is} as excused,
      f.excused_until::text as excused_until, f.excused_reason, f.findings
    ${from}
    order by array_position(array['critical', 'warning', 'info'], r.severity), f.rule, f.device_id
    limit ${limit} offset ${offset}`.execute(tables(em))
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(
    tables(em),
  )
  return { rows, total: counted[0]!.total }
}
