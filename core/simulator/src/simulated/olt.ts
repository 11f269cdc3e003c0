import { between, random } from '../random.ts'
import {
  type DeviceBase,
  type SimulatedDevice,
  type SimulatedOptions,
  createPort,
  deviceBase,
} from './base.ts'
import { bridge } from './mibs/bridge.ts'
import { interfaces } from './mibs/interfaces.ts'
import { ipAddresses } from './mibs/ip.ts'
import { lldp } from './mibs/lldp.ts'
import { system } from './mibs/system.ts'
import { vlans } from './mibs/vlans.ts'
import { cards1082 } from './mibs/zte-cards.ts'
import { modules1082 } from './mibs/zte-modules.ts'
import { uniPorts } from './mibs/zte-onus.ts'
import { type OltModel, type OltModelName, oltModels } from './models/zte.ts'
import { type Onu, onusOf } from './onus.ts'
import type { Port } from './port.ts'
import { simulatedMib } from './simulated-mib.ts'
import { macPlus } from './values.ts'
import { unregisteredSlots } from './unregistered-onus.ts'
import { type Vlan, defaultVlans } from './vlan.ts'
import { physicalIndex } from './zte-index.ts'

export interface OltOptions extends SimulatedOptions {
  vendor: 'zte'
  model: OltModelName
  /** ONUs of a PON port at most; some ports have none. Default 12. */
  onusPerPort?: number
  vlans?: readonly Vlan[]
}

export interface SimulatedOlt extends SimulatedDevice {
  onus: readonly Onu[]
}

/** The PON ports, then the uplinks, which carry all VLANs. */
function portsOf(model: OltModel, base: DeviceBase, all: readonly Vlan[]): Port[] {
  const common = {
    alias: '',
    lldpPort: 0,
    pvid: 1,
    tagged: all.map(vlan => vlan.id),
    errorRate: 0,
    fiber: true,
  }
  const pons = model.cards
    .filter(card => model.pon.test(card.type))
    .flatMap(card =>
      Array.from({ length: card.ports }, (_, n) => {
        const ifIndex = physicalIndex(card.slot, n + 1)
        const name = model.ponName(card.slot, n + 1)
        return createPort(
          {
            ...common,
            ifIndex,
            ifName: name,
            ifDescr: '',
            ifType: 250,
            mac: macPlus(base.facts.mac, ifIndex & 0xffff),
            speedMbps: 2500,
            kind: 'steady',
            rates: [4_000_000, 600_000],
            tagged: [],
          },
          name,
          base,
        )
      }),
    )
  const uplinks = model.uplinks.map(({ slot, port, name, speedMbps }) => {
    const ifIndex = physicalIndex(slot, port)
    return createPort(
      {
        ...common,
        ifIndex,
        lldpPort: ifIndex,
        bridgePort: slot * 64 + port,
        ifName: name,
        ifDescr: '',
        ifType: 6,
        mac: macPlus(base.facts.mac, port),
        speedMbps,
        kind: 'dark',
        rates: [9_000_000, 60_000_000],
      },
      name,
      base,
    )
  })
  return [...pons, ...uplinks]
}

/** The ONUs of all PON ports. The first port always has some. */
function drawOnus(pons: readonly Port[], perPort: number, { seed, startMs }: DeviceBase): Onu[] {
  const next = random(`${seed} onus`)
  return pons.flatMap((port, n) =>
    n > 0 && next() < 0.35 ? [] : onusOf(port, between(next, Math.ceil(perPort / 2), perPort), seed, startMs),
  )
}

/** A ZTE OLT with GPON cards, ONUs that come and go, and sometimes an ONU that is not registered. */
export function createOlt(options: OltOptions): SimulatedOlt {
  const model = oltModels[options.model]
  const { cards } = model
  const base = deviceBase(options, {
    sysDescr: model.sysDescr,
    sysObjectId: model.sysObjectId,
    capabilities: 0x28,
    oui: [0x4c, 0x09, 0xd4],
  })
  const { facts, seed, clock, startMs } = base
  const configuredVlans = options.vlans ?? defaultVlans
  const ports = portsOf(model, base, configuredVlans)
  const pons = ports.filter(port => port.ifType === 250)
  const uplinks = ports.filter(port => port.ifType !== 250)
  const onus = drawOnus(pons, options.onusPerPort ?? 12, base)
  const unregistered = unregisteredSlots(pons, 3, seed, startMs)
  const bridgeState = { mac: facts.mac, ports: uplinks, vlans: configuredVlans, stations: [] }
  return {
    identity: facts,
    ports,
    onus,
    mib: simulatedMib(clock, [
      system(facts),
      interfaces(ports, facts),
      bridge(bridgeState),
      vlans(bridgeState),
      lldp(facts, uplinks),
      ipAddresses([{ ip: facts.ip, mask: '255.255.255.0', ifIndex: uplinks[0]!.ifIndex }]),
      cards1082(cards, seed),
      modules1082(ports, seed),
      uniPorts(onus),
      ...model.subtrees({ cards, ports, onus, unregistered, seed }),
    ]),
  }
}
