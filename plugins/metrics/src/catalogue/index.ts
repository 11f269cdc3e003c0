import { families } from './families.ts'
import type { Family, Slot } from './family.ts'

export * from './families.ts'
export { maxSlots, type Family, type Slot, type Unit } from './family.ts'
export { traffic, trafficSlots } from './traffic.ts'

/** Names outside of this service begin with it. */
export const prefix = 'linecard_'

/** Keys of families whose series have an interface; those of the others have a device and a part. */
export const ofInterface: ReadonlySet<string> = new Set(['traffic', 'link', 'optical', 'pon', 'between'])

/** Where a metric has its value. */
export interface Place {
  family: Family
  slot: number
}

const places = new Map<string, Place>(
  families.flatMap(family => family.slots.map(({ metric }, slot) => [metric, { family, slot }] as const)),
)
const byId = new Map(families.map(family => [family.id, family]))

/** Undefined: there is no such metric. */
export const placeOf = (metric: string): Place | undefined => places.get(metric)
export const familyOf = (id: number): Family | undefined => byId.get(id)
export const slotOf = ({ family, slot }: Place): Slot => family.slots[slot]!

/** A load in percent as the ratio that the catalogue has. */
export const ratioOf = (percent: number | null | undefined): number =>
  percent === null || percent === undefined ? NaN : percent / 100
/** NaN is "no value" in a row. */
export const valueOf = (value: number | null | undefined): number => value ?? NaN
