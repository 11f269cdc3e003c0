import {
  closedObject,
  DeviceParams,
  exampleDevice,
  fileHeaders,
  idOf,
  ListMeta,
  listQuery,
  pageOf,
  Reply,
  text,
  withDevices,
  type Caller,
  type RawReply,
  type Routes,
} from '@linecard/plugin-kit'
import { csvQuery, csvReply, type CsvColumns } from '@linecard/plugin-kit/csv'
import { deviceIdNamed } from '@linecard/inventory/read'
import { Type as T, type Static } from 'typebox'
import type { Base } from '../base.ts'
import type { Finding } from './evaluate.ts'
import { failuresOf, rulesOf, type FailuresAsked } from './read.ts'
import { mostRules } from './rule.ts'
import { exampleFailure, Failure, Report, Severity, Summary, time } from './schemas.ts'
import { tables } from './tables.ts'

type Row = Static<typeof Failure>
const columns: CsvColumns<Omit<Row, 'findings'> & Finding> = {
  device: ({ device }) => device.name,
  ip: ({ device }) => device.ip,
  rule: row => row.rule,
  title: row => row.title,
  severity: row => row.severity,
  since: row => row.since,
  excused_until: row => row.excused_until,
  excused_reason: row => row.excused_reason,
  expected: row => row.expected,
  section: row => row.section,
  line: row => row.line,
  found: row => row.found,
}
/** Failures of a page, and of a part of a file. */
const [cap, fileRows] = [500, 500]

async function page(
  base: Base,
  caller: Caller,
  asked: FailuresAsked,
  part: { limit: number; offset: number },
) {
  const { rows, total } = await failuresOf(base, caller, asked, part)
  const shown = await withDevices(
    base.ctx,
    caller,
    rows.map(({ device_id: id, ...row }) => ({ ...row, device: { id } })),
  )
  return { rows: shown as Row[], total }
}

async function* fileOf(base: Base, caller: Caller, asked: FailuresAsked, signal: AbortSignal) {
  for (let offset = 0; ; offset += fileRows) {
    signal.throwIfAborted()
    const { rows, total } = await page(base, caller, asked, { limit: fileRows, offset })
    yield rows.flatMap(({ findings, ...row }) => findings.map(finding => ({ ...row, ...finding })))
    if (offset + fileRows >= total) return
  }
}

const common = { tag: 'backup-tool', permission: 'backups_view' } as const

function deviceRoute(routes: Routes, base: Base): void {
  const { ctx } = base
  routes.get(
    '/component/backups/compliance/:deviceId',
    {
      ...common,
      operationId: 'backups.compliance.device',
      scope: 'group',
      summary: 'Compliance of the configuration of a device',
      description: 'Of its current version: rules that hold, and those that do not, with the lines.',
      params: DeviceParams,
      response: Report,
      example: { version_id: 812, checked_at: time, passed: ['ntp'], failed: [exampleFailure] },
    },
    async ({ caller, params }) => {
      const id = await deviceIdNamed(ctx, params.deviceId, caller)
      const checked = await tables(ctx.em())
        .selectFrom('backups_checked')
        .select(['version_id', 'rules', 'checked_at'])
        .where('device_id', '=', id)
        .executeTakeFirst()
      const { rows } = await failuresOf(base, caller, { device_id: id }, { limit: mostRules, offset: 0 })
      const failed = rows.map(({ device_id: _id, ...row }) => row)
      const broken = new Set(failed.map(({ rule }) => rule))
      return {
        version_id: checked ? Number(checked.version_id) : null,
        checked_at: checked?.checked_at ?? null,
        passed: (checked?.rules ?? []).filter(rule => !broken.has(rule)),
        failed,
      }
    },
  )
}

export function complianceRoutes(routes: Routes, base: Base): void {
  routes.get(
    '/component/backups/compliance',
    {
      ...common,
      operationId: 'backups.compliance.get',
      scope: 'group',
      summary: 'The rules that configurations must follow, and how many devices break them',
      description: `At most ${mostRules} rules, from the files of the setting backups.compliance_folder.`,
      response: Summary,
    },
    ({ caller }) => rulesOf(base, caller),
  )
  routes.get(
    '/component/backups/compliance/findings',
    {
      ...common,
      operationId: 'backups.compliance.findings',
      scope: 'group',
      summary: 'Which devices break which rules, and where',
      description: 'The worst first. As a file: a row for each finding.',
      query: closedObject({
        rule: T.Optional(text(64, { description: 'Only this rule' })),
        severity: T.Optional({ ...Severity, description: 'Only rules of this severity' }),
        device_id: T.Optional(idOf('a device')),
        group_id: T.Optional(idOf('a group of devices')),
        excused: T.Optional(
          T.Boolean({ description: 'Only with exceptions, or only without; by default both' }),
        ),
        limit: listQuery.limit,
        offset: listQuery.offset,
        format: T.Optional(T.Enum(['json', 'csv'], { description: '`csv`: as a file; `json` by default' })),
        ...csvQuery,
      }),
      orFile: 'text/csv',
      headers: { answer: fileHeaders },
      response: T.Array(Failure),
      meta: ListMeta,
      example: [{ device: exampleDevice, ...exampleFailure }],
    },
    async ({ caller, query, signal }): Promise<RawReply | Reply<Row[]>> => {
      const { limit, offset, format, separator, bom, ...asked } = query
      if (format === 'csv')
        return csvReply('compliance', columns, fileOf(base, caller, asked, signal), {
          ...(separator !== undefined && { separator }),
          ...(bom !== undefined && { bom }),
        })
      const part = pageOf(
        { ...(limit !== undefined && { limit }), ...(offset !== undefined && { offset }) },
        { cap },
      )
      const { rows, total } = await page(base, caller, asked, part)
      return new Reply(rows, { total, ...part })
    },
  )
  deviceRoute(routes, base)
}
