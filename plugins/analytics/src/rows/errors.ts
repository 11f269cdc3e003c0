import { EmbeddedDevice, Time, closedObject, exampleDevice, idOf } from '@linecard/plugin-kit'
import { Type as T, type Static } from 'typebox'
import { devicesAsked, periodAsked } from '../asked.ts'
import { errorHits } from '../faults/hits.ts'
import { periodOf } from '../period.ts'
import { pageOfHits } from '../table/hits.ts'
import { Port, examplePort, type PortRow } from '../table/ports.ts'
import { portRows } from '../table/rows.ts'
import type { Table } from '../table/table.ts'

const packets = (description: string) => T.Number({ description })

export const PortErrors = closedObject(
  {
    device: EmbeddedDevice,
    interface: Port,
    errors: packets('Packets with errors in the period, received and sent'),
    receive: packets('…received'),
    transmit: packets('…sent'),
    errors_before: packets('In the period of the same length before'),
    increase: packets('How many more than before'),
    hours: T.Integer({ description: 'Hours of the period with errors' }),
    last_hour: { ...Time, description: 'End of the last hour with errors' },
  },
  {
    $id: 'analytics.PortErrors',
    examples: [
      {
        device: exampleDevice,
        interface: examplePort,
        errors: 5210,
        receive: 5210,
        transmit: 0,
        errors_before: 410,
        increase: 4800,
        hours: 9,
        last_hour: '2026-03-02T10:00:00.000Z',
      },
    ],
  },
)
type PortErrors = Static<typeof PortErrors>

export const errorsAsked = {
  ...devicesAsked,
  ...periodAsked,
  interface_id: T.Optional(idOf('an interface')),
  least: T.Optional(
    T.Integer({ minimum: 1, description: 'Least number of errors in the period. Default: 1' }),
  ),
  only_growing: T.Optional(T.Boolean({ description: 'Only where there are more errors than before' })),
}

type Row = PortRow & Omit<PortErrors, 'device' | 'interface'>

export const increasingErrors: Table<typeof errorsAsked, typeof PortErrors> = {
  key: 'increasing-errors',
  summary: 'Interfaces whose counters of errors grow, those with the most errors first',
  description:
    'From the series of errors, in whole hours that have ended; kept for `analytics.errors_days`. Without ' +
    'the component `metrics` there are none.',
  query: errorsAsked,
  row: PortErrors,
  async list(parts, { caller, query, sort }, page) {
    const em = parts.ctx.em()
    const { rows, total } = await pageOfHits<Row>(
      em,
      errorHits(em, caller, periodOf(query, parts.ctx.clock()), query),
      {
        sort,
        standard: '-errors',
        sortable: [
          'errors',
          'receive',
          'transmit',
          'errors_before',
          'increase',
          'hours',
          'last_hour',
          'name',
        ],
      },
      page,
    )
    const shown = await portRows(parts, caller, rows, row => ({
      errors: row.errors,
      receive: row.receive,
      transmit: row.transmit,
      errors_before: row.errors_before,
      increase: row.increase,
      hours: row.hours,
      last_hour: row.last_hour,
    }))
    return { rows: shown as PortErrors[], total }
  },
  columns: {
    'device id': row => row.device.id,
    'device ip': row => row.device.ip,
    device: row => row.device.name,
    'interface id': row => row.interface.id,
    interface: row => row.interface.name,
    type: row => row.interface.type,
    description: row => row.interface.description,
    agreement: row => row.interface.agreement,
    errors: row => row.errors,
    receive: row => row.receive,
    transmit: row => row.transmit,
    'errors before': row => row.errors_before,
    increase: row => row.increase,
    hours: row => row.hours,
    'last hour': row => row.last_hour,
  },
}
