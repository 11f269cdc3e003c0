import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { returnOf, type Kind, type OnuFact } from '../judge/index.ts'
import { tables } from '../tables.ts'
import type { Member } from './outage.ts'

/** Groups of one PON port that are kept. */
const mostGroups = 20

/** Counts who gasped in a power loss that has ended. */
export async function learnGasps(
  em: SqlEntityManager,
  family: string,
  kind: Kind,
  facts: readonly OnuFact[],
): Promise<void> {
  // One that was only guessed teaches nothing: some gasped, or they came back as they boot.
  const sure = facts.some(({ reason }) => reason === 'gasp') || returnOf(facts) === 'staggered'
  if (kind !== 'power_loss' || facts.length < 3 || !sure) return
  const counts = [...Map.groupBy(facts, ({ model }) => model)].map(([model, same]) => {
    const gasped = same.filter(({ reason }) => reason === 'gasp').length
    return { model, gasped, silent: same.length - gasped }
  })
  await sql`
    insert into correlation_gasp as g (family, model, gasped, silent)
    select ${family}, model, gasped, silent
    from jsonb_to_recordset(${JSON.stringify(counts)}::jsonb)
      as r (model text, gasped integer, silent integer)
    order by model
    on conflict (family, model) do update set gasped = least(g.gasped + excluded.gasped, 1000000),
      silent = least(g.silent + excluded.silent, 1000000)`.execute(tables(em))
}

/** Remembers which ONUs of each port fell and came back together. A whole port is no group. */
export async function learnGroups(
  em: SqlEntityManager,
  deviceId: number,
  scope: string,
  members: readonly Member[],
  at: Date,
): Promise<void> {
  if (scope !== 'branch' && scope !== 'several_pons') return
  for (const [port, same] of Map.groupBy(members, one => one.port ?? '')) {
    const ids = same
      .filter(({ backAt }) => backAt !== null)
      .map(({ id }) => id)
      .toSorted((a, b) => a - b)
    if (port === '' || ids.length < 2) continue
    await sql`
      insert into correlation_group as g (device_id, port, members, times, last_at)
      values (${deviceId}, ${port}, ${ids}::int[], 1, ${at}::timestamptz)
      on conflict (device_id, port, members) do update set times = g.times + 1, last_at = excluded.last_at
    `.execute(tables(em))
    await sql`
      delete from correlation_group where device_id = ${deviceId} and port = ${port} and ctid in (
        select ctid from correlation_group where device_id = ${deviceId} and port = ${port}
        order by last_at desc offset ${mostGroups}
      )`.execute(tables(em))
  }
}
