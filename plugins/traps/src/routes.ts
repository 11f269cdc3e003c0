import { Type as T } from 'typebox'
import { ListMeta, Reply, type Routes } from '@linecard/plugin-kit'
import { NamesQuery, SourcesQuery, SyslogQuery, TrapParams, TrapsQuery } from './asked/bodies.ts'
import { listLines } from './asked/lines.ts'
import { listNames } from './asked/names.ts'
import { listSources } from './asked/sources.ts'
import { listTraps, trapOf } from './asked/traps.ts'
import { LineView, LogMeta, NameView, SourceView, TrapView } from './schemas.ts'
import type { Traps } from './setup.ts'

const tag = 'traps'
const permission = 'traps_show'
const unknownSenders = 'What senders that are no devices sent is only for those who see all devices.'

export function routes(declare: Routes, traps: Traps): void {
  trapRoutes(declare, traps)
  otherRoutes(declare, traps)
}

function trapRoutes(declare: Routes, { ctx }: Traps): void {
  declare.get(
    '/component/traps',
    {
      operationId: 'traps.list',
      scope: 'group',
      tag,
      summary: 'SNMP traps and informs of devices',
      description:
        'The newest first. After a notification that its driver understands the device is asked what is so ' +
        `now; only its answer changes stored states. ${unknownSenders}`,
      permission,
      query: TrapsQuery,
      response: T.Array(TrapView),
      meta: LogMeta,
    },
    async ({ caller, query }) => {
      const { traps, meta } = await listTraps(ctx, caller, query)
      return new Reply(traps, meta)
    },
  )

  declare.get(
    '/component/traps/names',
    {
      operationId: 'traps.names.list',
      scope: 'group',
      tag,
      summary: 'Names of notifications',
      description:
        'Those that came, of all devices, and those that drivers understand. A notification that neither a ' +
        'driver nor a MIB names has its OID as its name.',
      permission,
      query: NamesQuery,
      response: T.Array(NameView),
      meta: ListMeta,
    },
    async ({ query }) => {
      const { names, meta } = await listNames(ctx, query)
      return new Reply(names, meta)
    },
  )

  declare.get(
    '/component/traps/:id',
    {
      operationId: 'traps.get',
      scope: 'group',
      tag,
      summary: 'One trap, for an export',
      description:
        '404 for a trap of a device that the caller does not see, and for one that was removed by its age.',
      permission,
      params: TrapParams,
      response: TrapView,
    },
    ({ caller, params }) => trapOf(ctx, caller, params.id),
  )
}

function otherRoutes(declare: Routes, { ctx }: Traps): void {
  declare.get(
    '/component/traps/syslog',
    {
      operationId: 'traps.syslog.list',
      scope: 'group',
      tag,
      summary: 'Syslog of devices',
      description: `The newest first. ${unknownSenders}`,
      permission,
      query: SyslogQuery,
      response: T.Array(LineView),
      meta: LogMeta,
    },
    async ({ caller, query }) => {
      const { lines, meta } = await listLines(ctx, caller, query)
      return new Reply(lines, meta)
    },
  )

  declare.get(
    '/component/traps/statistics',
    {
      operationId: 'traps.sources.list',
      scope: 'group',
      tag,
      summary: 'Who sends traps and syslog, how much, and what of it is dropped and why',
      description: `Counted every five seconds. ${unknownSenders}`,
      permission,
      query: SourcesQuery,
      response: T.Array(SourceView),
      meta: ListMeta,
    },
    async ({ caller, query }) => {
      const { sources, meta } = await listSources(ctx, caller, query)
      return new Reply(sources, meta)
    },
  )
}
