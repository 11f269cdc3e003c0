/** Values as read, and what is made of them. */
export interface Tier {
  key: 'sample' | '5m' | '1h' | '1d'
  table: string
  /** Seconds of one row; 0: as read. */
  period: number
  /** Days in one partition. */
  spanDays: number
}

export const sampleTier: Tier = { key: 'sample', table: 'metrics_sample', period: 0, spanDays: 1 }
/** From the finest to the coarsest. Each is made of the one before. */
export const rolledTiers: readonly Tier[] = [
  { key: '5m', table: 'metrics_5m', period: 300, spanDays: 7 },
  { key: '1h', table: 'metrics_1h', period: 3600, spanDays: 28 },
  { key: '1d', table: 'metrics_1d', period: 86_400, spanDays: 364 },
]
export const tiers: readonly Tier[] = [sampleTier, ...rolledTiers]

export interface Retention {
  sample_days: number
  five_minutes_days: number
  hours_days: number
  days_days: number
}

export const keptDays = (tier: Tier, kept: Retention): number =>
  ({ sample: kept.sample_days, '5m': kept.five_minutes_days, '1h': kept.hours_days, '1d': kept.days_days })[
    tier.key
  ]

export const dayMs = 86_400_000

/** First day of the partition that has a time, in days since 1970. */
export const firstDayOf = ({ spanDays }: Tier, timeMs: number): number =>
  Math.floor(timeMs / dayMs / spanDays) * spanDays

export const partitionName = ({ table }: Tier, firstDay: number): string => `${table}_${firstDay}`

/** First day of a partition from its name; null: another table, such as that of the rest. */
export const dayOfPartition = ({ table }: Tier, name: string): number | null => {
  const text = name.startsWith(`${table}_`) ? name.slice(table.length + 1) : ''
  return /^\d{4,6}$/.test(text) ? Number(text) : null
}
