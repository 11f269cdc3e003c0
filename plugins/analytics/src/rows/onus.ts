import { csvFile } from '@linecard/plugin-kit/csv'
import {
  ListMeta,
  Reply,
  closedObject,
  pageOf,
  text,
  type OnuListAsked,
  type Routes,
} from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { devicesAsked, tableAsked } from '../asked.ts'
import type { Analytics } from '../setup.ts'
import { common, type FormAsked } from '../table/table.ts'

/** The row of `PUT /device-interface/ont-list`. */
const Onu = T.Unsafe<Readonly<Record<string, unknown>>>({ $ref: 'inventory.Onu' })

const moment = (description: string) => T.Optional(T.String({ format: 'date-time', description }))
const level = (description: string) => T.Optional(T.Number({ minimum: -100, maximum: 100, description }))

const filters = {
  ...devicesAsked,
  status: T.Optional(text(100, { description: 'State, or several: Offline|PowerOff' })),
  query: T.Optional(text(200, { description: 'As in the list of ONUs' })),
  start: moment('In this state since this time or later'),
  stop: moment('In this state since this time or earlier'),
  rx_from: level('Received by the ONU, dBm, from this value on'),
  rx_to: level('Received by the ONU, dBm, up to this value'),
  olt_rx_from: level('Received by the OLT, dBm, from this value on'),
  olt_rx_to: level('Received by the OLT, dBm, up to this value'),
}

interface OnuTable {
  key: string
  summary: string
  description: string
  /** Order unless the client asks for another one. */
  sort: string
  asked: OnuListAsked
}

const onuTables: readonly OnuTable[] = [
  {
    key: 'ont-statuses',
    summary: 'ONUs with their state, the last changes first',
    description: 'The changes of one ONU are in `GET /component/onu_history/onu/{interfaceId}/status`.',
    sort: '-status_changed',
    asked: {},
  },
  {
    key: 'ont-signals',
    summary: 'ONUs with their light, the darkest first',
    description: 'ONUs that were never measured are left out. Levels are those of the last measurement.',
    sort: 'rx',
    asked: { filters: [{ field: 'rx', operator: 'not empty' }] },
  },
  {
    key: 'bad-signals',
    summary: 'ONUs with light outside of the limits, the oldest first',
    description:
      'Limits: `inventory.onu_rx_min_dbm`, `onu_rx_max_dbm`, `onu_olt_rx_min_dbm`, `onu_olt_rx_max_dbm`.',
    sort: 'bad_since',
    asked: { only_bad_signal: true },
  },
  {
    key: 'duplicate-onts',
    summary: 'ONUs whose serial number or MAC address another stored ONU has too',
    description:
      '`duplicates` names the others, as far as you see their OLTs. An ONU has moved and is still ' +
      'registered at its old place, or it is a copy.',
    sort: 'ident',
    asked: { only_duplicates: true },
  },
]

type Levels = Record<'rx_from' | 'rx_to' | 'olt_rx_from' | 'olt_rx_to', number | undefined>
interface OnuAsked extends OnuListAsked, Partial<Levels> {
  start?: string
  stop?: string
}

/** Ranges are filters of the list of ONUs. */
function listAsked({ asked }: OnuTable, query: OnuAsked): OnuListAsked {
  const { start, stop, rx_from, rx_to, olt_rx_from, olt_rx_to, ...same } = query
  const ranges: readonly (readonly [field: string, operator: string, value: string | number | undefined])[] =
    [
      ['status_changed', '>=', start],
      ['status_changed', '<=', stop],
      ['rx', '>=', rx_from],
      ['rx', '<=', rx_to],
      ['olt_rx', '>=', olt_rx_from],
      ['olt_rx', '<=', olt_rx_to],
    ]
  const filtered = ranges.flatMap(([field, operator, value]) =>
    value === undefined ? [] : [{ field, operator, value }],
  )
  return { ...same, ...asked, filters: [...(asked.filters ?? []), ...filtered] }
}

/** Tables of ONUs are the list of ONUs with a filter and an order: its indexes serve them. */
export function onuTableRoutes(routes: Routes, { ctx }: Analytics): void {
  for (const table of onuTables)
    routes.get(
      `/component/analytics/tables/${table.key}`,
      {
        ...common,
        operationId: `analytics.${table.key}.list`,
        scope: 'group',
        summary: table.summary,
        description: table.description,
        query: closedObject({ ...filters, ...tableAsked }),
        response: T.Array(Onu),
        meta: ListMeta,
      },
      async ({ caller, query }) => {
        const { format, separator, bom, limit, offset, sort, ...rest } = query as FormAsked &
          OnuAsked & { limit?: number; offset?: number; sort?: string }
        const asked = listAsked(table, rest)
        if (format === 'csv') {
          const form = { ...(separator !== undefined && { separator }), ...(bom !== undefined && { bom }) }
          return csvFile(table.key, ctx.use('transfer').exportOnus(asked, caller, form))
        }
        const page = pageOf(
          { ...(limit !== undefined && { limit }), ...(offset !== undefined && { offset }) },
          { cap: 1000 },
        )
        const { onus, meta } = await ctx
          .use('onus')
          .list({ ...asked, sort: sort ?? table.sort, ...page }, caller)
        return new Reply([...onus], meta)
      },
    )
}
