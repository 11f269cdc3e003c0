import { sql, type RawBuilder } from '@linecard/plugin-kit/sql'
import { inWindow } from './ends.ts'
import { placeOfRule } from './meaning.ts'
import type { Numbered } from './numbered.ts'

/** A series that had no value for so long is no absent one any more: it is gone. Seconds. */
export const absentSec = 86_400

/** Series that had values in the day before, and none in the window: of rules that look at the same rows. */
export function absentBy(rules: readonly Numbered[], at: Date): RawBuilder<unknown> {
  const { metric, window_sec: sec } = rules[0]!.expression
  const family = placeOfRule(metric)!.family.id
  const end = at.getTime() / 1000
  const slots = rules.map(({ rule, expression }) => ({ rule, slot: placeOfRule(expression.metric)!.slot }))
  const counts = [...new Set(slots.map(({ slot }) => slot))].map(slot => `count(x.v${slot}) as n${slot}`)
  const missing = slots.map(({ rule, slot }) => `(${rule}, coalesce(p.n${slot}, 0))`)
  // Not "exists": PostgreSQL would read the whole day for it, and not the few series that are silent.
  const before = { sec: absentSec, at: end - sec }
  const known = slots.map(
    ({ rule, slot }) => `when ${rule} then (select true from metrics_sample y
      where y.series_id = s.id and ${inWindow('y', before)} and y.v${slot} is not null
      order by y.time desc limit 1)`,
  )
  return sql`
    select r.rule::int as rule, s.device_id, s.interface_id, s.part, 1::float8 as value
    from metrics_series s
    left join (
      select x.series_id, ${sql.raw(counts.join(', '))} from metrics_sample x
      where ${sql.raw(inWindow('x', { sec, at: end }))}
        and x.series_id in (select s.id from metrics_series s where s.family = ${family})
      group by x.series_id
    ) p on p.series_id = s.id
    cross join lateral (values ${sql.raw(missing.join(', '))}) r (rule, present)
    where s.family = ${family} and s.seen_on >= ${new Date((before.at - before.sec) * 1000)}::date - 1
      and r.present = 0 and case r.rule ${sql.raw(known.join(' '))} end`
}
