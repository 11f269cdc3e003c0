import { Time, closedObject, type Caller } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { Type as T, type Static } from 'typebox'
import { errorHits, type ErrorsAsked } from '../faults/hits.ts'
import type { Period } from '../period.ts'
import type { Analytics } from '../setup.ts'
import { tables } from '../tables.ts'

export const ErrorLine = closedObject(
  {
    device: closedObject({ id: T.Integer(), name: T.String() }),
    interface: closedObject({ id: T.Integer(), name: T.String() }),
    errors: T.Number({ description: 'In the whole period' }),
    points: T.Array(closedObject({ time: Time, receive: T.Number(), transmit: T.Number() }), {
      description: 'Packets with errors in the hour that ended then; an hour without errors has no point',
    }),
  },
  {
    $id: 'analytics.ErrorLine',
    examples: [
      {
        device: { id: 17, name: 'sw-north' },
        interface: { id: 1205, name: '1/5' },
        errors: 5210,
        points: [{ time: '2026-03-02T10:00:00.000Z', receive: 600, transmit: 0 }],
      },
    ],
  },
)
export type ErrorLine = Static<typeof ErrorLine>

interface Row {
  interface_id: number
  device_id: number
  name: string
  device_name: string
  errors: number
  time: Date
  receive: number
  transmit: number
}

/** Hours of the interfaces with the most errors of a period. */
export async function errorLines(
  { ctx }: Analytics,
  caller: Caller,
  { period, limit, ...asked }: ErrorsAsked & { period: Period; limit: number },
): Promise<ErrorLine[]> {
  const em = ctx.em()
  const { rows } = await sql<Row>`
    with worst as materialized (
      select * from (${errorHits(em, caller, period, asked)}) h order by h.errors desc, h.id limit ${limit}
    )
    select w.interface_id, w.device_id, w.name, w.device_name, w.errors, e.hour as time,
      round(e.receive::float8 * 3600) as receive, round(e.transmit::float8 * 3600) as transmit
    from worst w join analytics_error e on e.interface_id = w.interface_id
    where e.hour > ${period.from} and e.hour <= ${period.to}
    order by w.errors desc, w.id, e.hour`.execute(tables(em))
  return [...Map.groupBy(rows, row => row.interface_id).values()].map(points => {
    const { interface_id, device_id, name, device_name, errors } = points[0]!
    return {
      device: { id: device_id, name: device_name },
      interface: { id: interface_id, name },
      errors,
      points: points.map(({ time, receive, transmit }) => ({ time, receive, transmit })),
    }
  })
}
