import { between, pick } from '../random.ts'
import { type DeviceBase, createPort } from './base.ts'
import type { CableKind } from './cable.ts'
import type { SwitchModel } from './models/index.ts'
import type { Port } from './port.ts'
import { macPlus } from './values.ts'
import type { Vlan } from './vlan.ts'

/**
 * The ports on the front: copper to subscribers; the last four and those with a cable of the scene are
 * uplinks.
 */
export function frontPorts(
  model: SwitchModel,
  base: DeviceBase,
  vlans: readonly Vlan[],
  next: () => number,
): Port[] {
  const { facts, cables } = base
  const access = vlans.slice(1)
  const uplinksFrom = model.ports.length - 4
  const firstFast = model.ports.find(port => port.speedMbps > model.ports[0]!.speedMbps)?.number
  const errored = between(next, 1, Math.max(1, firstFast === undefined ? uplinksFrom : firstFast - 1))
  return model.ports.map(({ number, poe, ...shape }) => {
    const uplink = String(number) in cables || number > uplinksFrom
    const kind: CableKind = uplink
      ? 'dark'
      : pick<CableKind>(next, ['steady', 'steady', 'flapping', 'flapping', 'dark'])
    const down = between(next, 20_000, 900_000)
    const watts = kind === 'dark' || number % 3 ? 0 : 4 + (number % 12)
    return createPort(
      {
        ...shape,
        lldpPort: shape.ifIndex,
        alias: uplink ? '' : `apt ${number}`,
        mac: macPlus(facts.mac, number),
        pvid: uplink || !access.length ? vlans[0]!.id : access[number % access.length]!.id,
        tagged: uplink ? access.map(vlan => vlan.id) : [],
        errorRate: number === errored ? 0.4 : 0,
        kind,
        rates: [down, Math.floor(down * 0.15)],
        ...(poe && { poe: { enabled: true, watts } }),
      },
      String(number),
      base,
      { portId: Buffer.from(shape.ifName), portIdSubtype: model.lldp },
    )
  })
}

export const managementPort = ({ management, vendor }: SwitchModel, base: DeviceBase): Port =>
  createPort(
    {
      ...management,
      ifDescr: vendor === 'dlink' ? `${management.ifDescr}(${base.facts.ip})` : management.ifDescr,
      lldpPort: 0,
      alias: '',
      mac: base.facts.mac,
      speedMbps: 0,
      fiber: false,
      pvid: 0,
      tagged: [],
      errorRate: 0,
      kind: 'steady',
      rates: [900, 1100],
    },
    'System',
    base,
  )
