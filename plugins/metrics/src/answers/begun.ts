import { visibleDevices, visibleInterfaces } from '@linecard/inventory/read'
import type { Caller, Context } from '@linecard/plugin-kit'

/** A time in seconds since 1970, and a value. */
export type Point = [time: number, value: number | null]

/**
 * Without the points before it was known that there is such a port or device: at those times nobody had asked
 * for a value. `knownAt` in seconds; null: unknown, then the first value tells. Values are never left out.
 */
export function begun(points: readonly Point[], knownAt: number | null): Point[] {
  const first = points.findIndex(([time, value]) => value !== null || (knownAt !== null && time >= knownAt))
  return first < 0 ? [] : points.slice(first)
}

/** Since when these interfaces are known, or the device for null; by id, the device as 0. */
export async function knownTimes(
  { em }: Pick<Context, 'em'>,
  caller: Caller,
  deviceId: number,
  interfaces: readonly { id: number }[] | null,
): Promise<Map<number, number>> {
  const rows = interfaces
    ? await visibleInterfaces(em(), caller)
        .where('i.device_id', '=', deviceId)
        .where(
          'i.id',
          'in',
          interfaces.map(({ id }) => id),
        )
        .clearSelect()
        .select(['i.id', 'i.created_at'])
        .execute()
    : (await visibleDevices(em(), caller).where('d.id', '=', deviceId).execute()).map(one => ({
        ...one,
        id: 0,
      }))
  return new Map(rows.map(({ id, created_at: at }) => [id, at.getTime() / 1000]))
}
