import { closedObject, type Caller, type Context, type ShownDevice } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import { withLoads, type LoadedLink } from '../load/loaded.ts'
import { periods, type PeriodKey } from '../load/rates.ts'
import { Period, loadView, type EdgeView } from '../load/schemas.ts'
import { edgeViews, readNetwork } from './read.ts'
import { otherEnd, waysFrom, type Edge, type Network } from './graph.ts'

/** One step of a way to the top: all links between two devices, the used one first. */
interface Hop {
  from: number
  to: number
  edges: readonly Edge[]
}

/** Ways of one answer at most: a device has few uplinks. */
const mostWays = 10

const between = ({ at }: Network, from: number, to: number, first: Edge): Edge[] => [
  first,
  ...at.get(from)!.filter(edge => edge !== first && otherEnd(edge, from) === to),
]

/**
 * The ways of a device to the top, the shortest first: one by each neighbour that reaches a root without this
 * device. So the two ways of a ring are two ways, and what hangs below the device is none.
 */
export function waysUp(network: Network, device: number): Hop[][] {
  const { at, roots } = network
  if (!at.has(device) || roots.has(device)) return []
  const { level, parent } = waysFrom(at, roots, one => one === device)
  const neighbours = new Map<number, Edge>()
  for (const edge of at.get(device)!) {
    const next = otherEnd(edge, device)
    if (level.has(next) && !neighbours.has(next)) neighbours.set(next, edge)
  }
  return [...neighbours]
    .toSorted(([a], [b]) => level.get(a)! - level.get(b)! || a - b)
    .slice(0, mostWays)
    .map(([next, edge]) => {
      const hops: Hop[] = [{ from: device, to: next, edges: between(network, device, next, edge) }]
      for (let here = next; ;) {
        const up = parent.get(here)
        if (!up) return hops
        const to = otherEnd(up, here)
        hops.push({ from: here, to, edges: between(network, here, to, up) })
        here = to
      }
    })
}

export const UpwardQuery = closedObject({ period: Period })

/** The load of all links between two devices: that of the aggregate, if it is one of them; else their sum. */
function together(links: readonly LoadedLink[]) {
  const whole = links.find(link =>
    links.some(
      ({ src_aggregate_id: src, dest_aggregate_id: dest }) =>
        (src !== null && (src === link.src_interface_id || src === link.dest_interface_id)) ||
        (dest !== null && (dest === link.src_interface_id || dest === link.dest_interface_id)),
    ),
  )
  if (whole || links.length === 1) {
    const { load, high } = whole ?? links[0]!
    return { utilization_percent: load.percent, speed_mbps: load.speed_mbps, high }
  }
  const loads = links.map(loadView)
  const known = loads.filter(load => load.utilization_mbps !== null && load.speed_mbps !== null)
  const speed = known.reduce((sum, load) => sum + load.speed_mbps!, 0)
  const carried = known.reduce((sum, load) => sum + load.utilization_mbps!, 0)
  const whole_known = known.length === loads.length && speed > 0
  return {
    utilization_percent: whole_known ? Math.round((carried / speed) * 1000) / 10 : null,
    speed_mbps: whole_known ? speed : null,
    high: loads.some(({ high }) => high),
  }
}

/** The ways of a device to the top, with loads. @throws INVENTORY_DEVICE_UNKNOWN, METRICS_STORE_* */
export async function readUpward(
  ctx: Context<Config>,
  caller: Caller,
  deviceId: number,
  period: PeriodKey,
  signal: AbortSignal,
) {
  const em = ctx.em() as SqlEntityManager
  const { rows, network } = await readNetwork(ctx)
  const ways = waysUp(network, deviceId)
  const named = new Set([deviceId, ...ways.flat().flatMap(({ from, to }) => [from, to])])
  const devices = await ctx.use('devices').shown([...named], caller)
  const device = devices.get(deviceId)!
  // A way goes on as far as the caller sees its devices.
  const seen = ways.map(hops => {
    const end = hops.findIndex(({ to }) => !devices.has(to))
    return { hops: end < 0 ? hops : hops.slice(0, end), complete: end < 0 }
  })
  const wanted = new Set(seen.flatMap(({ hops }) => hops.flatMap(({ edges }) => edges.map(({ id }) => id))))
  const loaded = await withLoads(
    ctx,
    rows.filter(({ id }) => wanted.has(id)),
    periods[period],
    signal,
  )
  const byId = new Map(loaded.map(link => [link.id, link]))
  const views = new Map((await edgeViews(em, caller, loaded)).map(view => [view.id, view]))
  const isDown = (view: EdgeView) => [view.src_iface, view.dest_iface].some(port => port?.status === 'Down')
  const hopOf = ({ from, to, edges }: Hop) => {
    const links = edges.map(({ id }) => views.get(id)!)
    return {
      device: devices.get(from) as ShownDevice,
      uplink_device: devices.get(to) as ShownDevice,
      links,
      ...together(edges.map(({ id }) => byId.get(id)!)),
      down: links.some(isDown),
    }
  }
  return {
    device,
    ways: seen.map(({ hops, complete }) => ({ hops: hops.map(hopOf), complete })),
    is_root: network.roots.has(deviceId),
  }
}
