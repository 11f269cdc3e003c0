import { Time, closedObject, type Caller } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { Type as T, type Static } from 'typebox'
import type { Period } from '../period.ts'
import type { Analytics } from '../setup.ts'
import { tables } from '../tables.ts'

const number = (description: string) => T.Number({ description })

export const OnlinePoint = closedObject(
  {
    time: Time,
    online: number('Devices that answer, or ONUs online; an average of the step'),
    offline: number('Devices that do not answer, or ONUs that are away'),
    unknown: number('…of which it is not known'),
  },
  {
    $id: 'analytics.OnlinePoint',
    examples: [{ time: '2026-03-02T10:00:00.000Z', online: 412, offline: 9, unknown: 0 }],
  },
)
export type OnlinePoint = Static<typeof OnlinePoint>

/** Steps of a chart, seconds: the first with no more points than this. */
const steps = [300, 900, 3600, 10_800, 21_600, 86_400]
const mostPoints = 500

export const stepOf = ({ from, to }: Period): number => {
  const seconds = (to.getTime() - from.getTime()) / 1000
  return steps.find(step => seconds / step <= mostPoints) ?? steps.at(-1)!
}

/**
 * Numbers over time of the groups that the caller sees. They are kept by group, and a device is in one group:
 * so the sum is right for every caller. What a device counted before it came to another group stays with the
 * former one. A point has the average of its step; without any count there is none.
 */
export async function onlineChart(
  { ctx }: Analytics,
  caller: Pick<Caller, 'groupIds'>,
  what: 'devices' | 'onus',
  { period, group_id: group, model_id: model }: { period: Period; group_id?: number; model_id?: number },
): Promise<OnlinePoint[]> {
  const column = (state: string) => sql.ref(`${what}_${state}`)
  const step = sql`make_interval(secs => ${stepOf(period)})`
  const { rows } = await sql<OnlinePoint>`
    select date_bin(${step}, o.time, 'epoch') as time, avg(o.online)::float8 as online,
      avg(o.offline)::float8 as offline, avg(o.unknown)::float8 as unknown
    from (
      select time, sum(${column('up')}) as online, sum(${column('down')}) as offline,
        sum(${column('unknown')}) as unknown
      from analytics_online
      where time >= ${period.from} and time <= ${period.to}
        ${caller.groupIds === null ? sql`` : sql`and group_id = any (${[...caller.groupIds]}::int[])`}
        ${group === undefined ? sql`` : sql`and group_id = ${group}`}
        ${model === undefined ? sql`` : sql`and model_id = ${model}`}
      group by time
    ) o group by 1 order by 1`.execute(tables(ctx.em()))
  const round = (value: number) => Math.round(value * 10) / 10
  return rows.map(({ time, online, offline, unknown }) => ({
    time,
    online: round(online),
    offline: round(offline),
    unknown: round(unknown),
  }))
}
