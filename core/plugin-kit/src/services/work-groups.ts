import type { WorkQueue } from './work.ts'

/** Who looks after which devices: workers at remote sites have groups of their own (plugin `pollers`). */
export interface WorkGroups {
  /**
   * The group of workers of each device group that has one. Devices of other device groups belong to the
   * default group of workers, `''`.
   */
  byDeviceGroup(): ReadonlyMap<number, string>
}

/** The group of workers of each device group that has one; empty without the plugin that has them. */
export const workGroupsOf = (ctx: {
  find(name: 'work-groups'): WorkGroups | null
}): ReadonlyMap<number, string> => ctx.find('work-groups')?.byDeviceGroup() ?? new Map()

/**
 * The workers of each device now: those that it is to have, but still those that it had while one of them
 * does its unit. Else two processes would ask one device at the same time. Units that wait at the old ones
 * are taken back.
 *
 * @param wanted the workers that each device is to have, by its id
 * @param stored the workers that devices had until now
 */
export async function workersNow(
  wanted: ReadonlyMap<number, string>,
  stored: readonly { device_id: number; worker: string }[],
  queue: (worker: string) => Promise<WorkQueue>,
): Promise<ReadonlyMap<number, string>> {
  const now = new Map(wanted)
  const moved = stored.filter(({ device_id: id, worker }) => wanted.has(id) && wanted.get(id) !== worker)
  for (const [worker, devices] of Map.groupBy(moved, row => row.worker)) {
    const keys = devices.map(({ device_id: id }) => String(id))
    for (const key of await (await queue(worker)).withdraw(keys)) now.set(Number(key), worker)
  }
  return now
}
