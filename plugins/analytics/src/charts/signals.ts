import { visibleOnus } from '@linecard/inventory/read'
import { closedObject, type Caller } from '@linecard/plugin-kit'
import { sql } from '@linecard/plugin-kit/sql'
import { Type as T, type Static } from 'typebox'
import type { DevicesAsked } from '../asked.ts'
import type { Analytics } from '../setup.ts'
import { tables } from '../tables.ts'
import { within } from '../table/within.ts'

/** Ends of the bars, dBm. What is darker or brighter is in the outer bars. */
const [darkest, brightest] = [-36, -6]

export const SignalBar = closedObject(
  {
    from: T.Integer({ description: 'dBm; the first bar has everything darker too' }),
    to: T.Integer({ description: 'dBm, not included; the last bar has everything brighter too' }),
    rx: T.Integer({ description: 'ONUs that receive so much' }),
    olt_rx: T.Integer({ description: 'ONUs of which their OLT receives so much' }),
  },
  { $id: 'analytics.SignalBar', examples: [{ from: -24, to: -23, rx: 211, olt_rx: 120 }] },
)
export type SignalBar = Static<typeof SignalBar>

/** How many ONUs have which light, in bars of 1 dB. ONUs that were never measured are in none. */
export async function signalBars(
  { ctx }: Analytics,
  caller: Caller,
  asked: DevicesAsked,
): Promise<SignalBar[]> {
  const em = ctx.em()
  // least() and greatest() of PostgreSQL pass over null: an ONU without light would be the darkest.
  const bar = (column: string) =>
    sql`case when ${sql.ref(column)} is not null
      then least(greatest(floor(${sql.ref(column)})::int, ${darkest}::int), ${brightest - 1}::int) end`
  const { rows } = await sql<{ rx: number | null; olt_rx: number | null; n: number }>`
    select ${bar('o.rx')} as rx, ${bar('o.olt_rx')} as olt_rx, count(*)::int as n
    from (${visibleOnus(em, caller)}) o where ${within('o', asked)} group by 1, 2`.execute(tables(em))
  const sum = (field: 'rx' | 'olt_rx', at: number) =>
    rows.reduce((all, row) => all + (row[field] === at ? row.n : 0), 0)
  return Array.from({ length: brightest - darkest }, (_, n) => {
    const from = darkest + n
    return { from, to: from + 1, rx: sum('rx', from), olt_rx: sum('olt_rx', from) }
  })
}
