import { sql, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { maxSlots } from '../catalogue/index.ts'
import { pointsOf, type Found, type Wanted } from '../series/store.ts'
import { tables } from '../tables.ts'
import { rolledTiers, sampleTier, type Tier } from './tiers.ts'

/** A piece of the asked time, and the tier that answers it. */
interface Piece {
  tier: Tier
  /** Exclusive, seconds. */
  after: number
  to: number
}

/** The coarsest tiers that fit the step come first; what they do not have yet comes from the finer ones. */
export function piecesOf(
  { from, to, step }: Pick<Wanted, 'from' | 'to' | 'step'>,
  doneTo: ReadonlyMap<string, number>,
): Piece[] {
  const fitting = rolledTiers.filter(({ period }) => step % period === 0).toReversed()
  const pieces: Piece[] = []
  let after = from - step
  for (const tier of fitting) {
    // A tier that is being made again is read as far as it is whole.
    const end = Math.min(to, Math.floor((doneTo.get(tier.key) ?? -Infinity) / step) * step)
    if (end > after) {
      pieces.push({ tier, after, to: end })
      after = end
    }
  }
  if (to > after) pieces.push({ tier: sampleTier, after, to })
  return pieces
}

/** One period of one series. Values of the slots that are asked for. */
interface PartRow {
  series: number
  t: number
  values: (number | null)[]
}

export const expression = (tier: Tier, slot: number, aggregate: Wanted['aggregate']): string => {
  if (!Number.isInteger(slot) || slot < 0 || slot >= maxSlots) throw new RangeError(`slot ${slot}`)
  if (tier === sampleTier) return `${aggregate}(v${slot})::float8`
  if (aggregate === 'min') return `min(l${slot})::float8`
  if (aggregate === 'max') return `max(h${slot})::float8`
  return `sum(a${slot}::float8 * n) / nullif(sum(n) filter (where a${slot} is not null), 0)`
}

/** Ends of the periods of the grid, in whole seconds. */
const gridEnd = (step: number) =>
  sql<number>`(floor((extract(epoch from time)::float8 - 0.0005) / ${step}) + 1) * ${step}`

async function readPiece(
  em: SqlEntityManager,
  { slots, step, aggregate }: Wanted,
  { tier, after, to }: Piece,
  series: readonly number[],
): Promise<PartRow[]> {
  const chosen = slots.map(slot => expression(tier, slot, aggregate)).join(', ')
  const { rows } = await sql<PartRow>`
    select series_id as series, ${gridEnd(step)} as t, array[${sql.raw(chosen)}] as values
    from ${sql.table(tier.table)}
    where series_id = any (${series}::int[]) and time > to_timestamp(${after}) and time <= to_timestamp(${to})
    group by 1, 2`.execute(tables(em))
  return rows
}

/** Series of a device that has this family. */
async function seriesOf(em: SqlEntityManager, { family, device, interfaces }: Wanted) {
  const own = tables(em)
    .selectFrom('metrics_series')
    .select(['id', 'interface_id', 'part'])
    .where('device_id', '=', device)
    .where('family', '=', family)
    .orderBy('interface_id')
    .orderBy('part')
  return interfaces === null
    ? own.where('interface_id', '=', 0).execute()
    : own.where(sql<boolean>`interface_id = any (${[...interfaces]}::int[])`).execute()
}

export async function doneTimes(em: SqlEntityManager): Promise<Map<string, number>> {
  const rows = await tables(em).selectFrom('metrics_rolled').selectAll().execute()
  return new Map(
    rows.map(({ tier, done_to, redo_from }) => [
      tier,
      Math.min(done_to.getTime(), redo_from ? redo_from.getTime() - 1 : Infinity) / 1000,
    ]),
  )
}

/** Reads series from the partitions. */
export async function readEmbedded(
  em: SqlEntityManager,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<Found[]> {
  const series = await seriesOf(em, wanted)
  if (series.length === 0) return []
  const { slots, from, step } = wanted
  const places = new Map(series.map(({ id }, at) => [id, at]))
  const points = pointsOf(wanted)
  const found = series.map(({ interface_id, part }) =>
    slots.map((slot): Found => ({
      interface: interface_id,
      part,
      slot,
      values: Array.from({ length: points }, () => null),
    })),
  )
  const ids = series.map(({ id }) => id)
  for (const piece of piecesOf(wanted, await doneTimes(em))) {
    signal.throwIfAborted()
    for (const { series: id, t, values } of await readPiece(em, wanted, piece, ids)) {
      const point = Math.round((t - from) / step)
      const lines = found[places.get(id)!]!
      for (const [at, value] of values.entries())
        if (value !== null && point >= 0 && point < points) lines[at]!.values[point] = value
    }
  }
  return found.flat().filter(({ values }) => values.some(value => value !== null))
}
