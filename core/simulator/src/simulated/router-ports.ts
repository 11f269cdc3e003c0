import { type DeviceBase, createPort } from './base.ts'
import type { CableKind } from './cable.ts'
import type { Port } from './port.ts'
import { macPlus } from './values.ts'
import type { Vlan } from './vlan.ts'

const common = { alias: '', pvid: 1, tagged: [], errorRate: 0, fiber: true }

/** eth0 to eth3: two uplinks, and two ports for cables of a scene. */
export function physicalPorts(base: DeviceBase): Port[] {
  const physical = (number: number, alias: string, kind: CableKind, rates: [number, number]) =>
    createPort(
      {
        ...common,
        alias,
        ifIndex: number + 2,
        lldpPort: number + 2,
        ifName: `eth${number}`,
        ifDescr: `eth${number}`,
        ifType: 6,
        mac: macPlus(base.facts.mac, number),
        speedMbps: 10_000,
        kind,
        rates,
      },
      `eth${number}`,
      base,
    )
  return [
    physical(0, 'transit A', 'steady', [3_000_000, 38_000_000]),
    physical(1, '', 'dark', [90_000_000, 9_000_000]),
    physical(2, '', 'dark', [90_000_000, 9_000_000]),
    physical(3, 'transit B', 'flapping', [2_000_000, 25_000_000]),
  ]
}

export const loopback = (base: DeviceBase): Port =>
  createPort(
    {
      ...common,
      ifIndex: 1,
      lldpPort: 0,
      ifName: 'lo',
      ifDescr: 'lo',
      ifType: 24,
      mac: Buffer.alloc(0),
      speedMbps: 10,
      kind: 'steady',
      rates: [120, 120],
    },
    'lo',
    base,
  )

export const vlanInterfaces = (base: DeviceBase, vlans: readonly Vlan[], mac: Buffer): Port[] =>
  vlans.map((vlan, n) =>
    createPort(
      {
        ...common,
        alias: vlan.name,
        ifIndex: 10 + n,
        lldpPort: 0,
        ifName: `eth1.${vlan.id}`,
        ifDescr: `eth1.${vlan.id}`,
        ifType: 135,
        mac,
        speedMbps: 10_000,
        pvid: vlan.id,
        kind: 'steady',
        rates: [40_000_000, 4_000_000],
      },
      `eth1.${vlan.id}`,
      base,
    ),
  )
