import type { Condition, ConditionSource } from '@linecard/plugin-kit'
import { sql, type SqlBool, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import type { Config } from '../config.ts'
import type { Events } from '../setup.ts'
import { lostPorts, nameOf, portLabels, type DownPort } from './ports.ts'

/** Interfaces with marks that are looked at, at most. */
const mostMarked = 50_000

const isDown = sql<SqlBool>`i.status = 'Down' and i.type <> 'ONU'`

const conditionOf = (port: DownPort): Condition => ({
  device_id: port.device_id,
  interface_id: port.id,
  part: '',
  title: `${nameOf(port)} is down`,
  description: 'It was up before. Look at the cable or fibre, and at the device at its other end.',
  labels: portLabels(port),
  since: port.since,
})

async function down({ ctx }: Events, ids: readonly number[], asked: Parameters<typeof lostPorts>[2]) {
  if (ids.length === 0) return []
  const fits = sql<SqlBool>`${isDown} and i.id = any (${[...ids]}::int[])`
  return (await lostPorts(ctx.em() as SqlEntityManager, fits, asked)).map(conditionOf)
}

/** Interfaces that somebody has marked as a favourite. */
export const favoriteDown: ConditionSource<Events> = {
  label: 'Favourite interface is down',
  severity: 'critical',
  forSec: 120,
  async holding(events, asked) {
    return down(events, (await events.ctx.find('interface-marks')?.favorites(mostMarked)) ?? [], asked)
  },
}

/** Other interfaces, by tags and types of the settings: ports of customers go down every night. */
export const interfaceDown: ConditionSource<Events> = {
  label: 'Interface is down',
  severity: 'warning',
  forSec: 120,
  async holding({ ctx }, asked) {
    const { down_tags: tags, down_types: types }: Config = ctx.config
    const marks = ctx.find('interface-marks')
    const tagged = tags.length > 0 ? ((await marks?.taggedAnywhere(tags, mostMarked)) ?? []) : []
    const favorites = (await marks?.favorites(mostMarked)) ?? []
    const fits = sql<SqlBool>`${isDown}
      and (i.id = any (${[...tagged]}::int[]) or i.type = any (${types}::text[]))
      and not (i.id = any (${[...favorites]}::int[]))`
    return (await lostPorts(ctx.em() as SqlEntityManager, fits, asked)).map(conditionOf)
  },
}

/** Ports that went down within so long of each other have one cause, in ms. */
const togetherMs = 300_000

/** The largest number of ports that went down together. */
export function togetherOf<P extends { since: Date }>(ports: readonly P[]): P[] {
  const sorted = ports.toSorted((a, b) => a.since.getTime() - b.since.getTime())
  let best: P[] = []
  for (let from = 0, to = 0; from < sorted.length; from++) {
    while (to < sorted.length && sorted[to]!.since.getTime() - sorted[from]!.since.getTime() <= togetherMs)
      to++
    if (to - from > best.length) best = sorted.slice(from, to)
  }
  return best
}

/** Many ports of one device went down together: power behind it, a card, a cut of a bundle. */
export const massDown: ConditionSource<Events> = {
  label: 'Many interfaces of a device went down together',
  severity: 'critical',
  async holding({ ctx }, asked) {
    const fits = sql<SqlBool>`${isDown} and i.type <> 'VLAN'`
    const ports = await lostPorts(ctx.em() as SqlEntityManager, fits, asked)
    const devices = Map.groupBy(ports, port => port.device_id)
    return [...devices].flatMap(([id, lost]): Condition[] => {
      const together = togetherOf(lost)
      if (together.length < ctx.config.mass_down_ports) return []
      const [first] = together as [DownPort]
      const name = first.device_name || first.device_ip
      const names = together.slice(0, 20).map(port => port.name)
      return [
        {
          device_id: id,
          interface_id: null,
          part: '',
          title: `${together.length} interfaces of ${name} went down together`,
          description: `Such as ${names.join(', ')}. Look at its power, a card, or a bundle of cables.`,
          labels: { ip: first.device_ip },
          since: first.since,
          below: { device_ids: [], interface_ids: together.map(port => port.id), customers: null },
        },
      ]
    })
  },
}
