import { type DeviceBase, createPort } from '../simulated/base.ts'
import type { Port } from '../simulated/port.ts'
import { macPlus } from '../simulated/values.ts'
import type { Vlan } from '../simulated/vlan.ts'
import type { Card } from './hardware.ts'
import type { PonPort } from './onu-state.ts'
import type { OltModel } from './olt.ts'

const common = { alias: '', lldpPort: 0, pvid: 1, errorRate: 0, fiber: true }

/** The PON ports of all cards, without ONUs. */
export const ponPorts = (model: OltModel, cards: readonly Card[], base: DeviceBase): PonPort[] =>
  cards.flatMap(card =>
    card.pon === undefined
      ? []
      : Array.from({ length: card.ports }, (_, n): PonPort => {
          const names = model.pon(card, n + 1)
          const port = createPort(
            {
              ...common,
              ifType: 250,
              ...names,
              mac: macPlus(base.facts.mac, names.ifIndex & 0xffff),
              speedMbps: card.pon === 'gpon' ? 2500 : 1250,
              kind: 'steady',
              rates: [4_000_000, 600_000],
              tagged: [],
            },
            names.ifName,
            base,
          )
          const place = { card, slot: card.slot, number: n + 1, technology: card.pon! }
          return Object.assign(port, place, { fibre: 'whole' as const, pulled: false, onus: [] })
        }),
  )

/** The uplinks, which carry all VLANs. */
export const uplinkPorts = ({ uplinks }: OltModel, base: DeviceBase, vlans: readonly Vlan[]): Port[] =>
  uplinks.map(({ slot: _slot, port, speedMbps, ...names }) =>
    createPort(
      {
        ...common,
        ifType: 6,
        ...names,
        tagged: vlans.map(vlan => vlan.id),
        lldpPort: names.ifIndex,
        mac: macPlus(base.facts.mac, port),
        speedMbps,
        kind: 'dark',
        rates: [9_000_000, 60_000_000],
      },
      names.ifName,
      base,
    ),
  )
