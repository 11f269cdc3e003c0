import { between, random } from '../random.ts'
import {
  type DeviceBase,
  type SimulatedDevice,
  type SimulatedOptions,
  deviceBase,
  createPort,
} from './base.ts'
import { simulatedMib } from './simulated-mib.ts'
import { type Onu, onusOf, unregisteredSlots } from './onus.ts'
import { bridge } from './mibs/bridge.ts'
import { vlans } from './mibs/vlans.ts'
import { type Vlan, defaultVlans } from './vlan.ts'
import { interfaces } from './mibs/interfaces.ts'
import { ipAddresses } from './mibs/ip.ts'
import { lldp } from './mibs/lldp.ts'
import { system } from './mibs/system.ts'
import {
  type Card,
  ZTE,
  cards1015,
  cards1082,
  channelsC600,
  modules1082,
  processors6002,
} from './mibs/zte-hardware.ts'
import { type OnuTree, onuCounters, onuTables, unregisteredOnuTable, uniPorts } from './mibs/zte-onus.ts'
import type { Port } from './port.ts'
import { macPlus } from './values.ts'

export interface OltOptions extends SimulatedOptions {
  vendor: 'zte'
  model: 'C320' | 'C600'
  /** ONUs a PON port; which ports have any is drawn. Default 12. */
  onusPerPort?: number
  vlans?: readonly Vlan[]
}

export interface SimulatedOlt extends SimulatedDevice {
  onus: readonly Onu[]
}

interface Shape {
  sysDescr: string
  sysObjectId: string
  cards: readonly Card[]
  /** Slot and type prefix of the cards with PON ports. */
  pon: RegExp
  ponName: (slot: number, port: number) => string
  /** Name, port number and speed of the ports on the control card. */
  uplinks: readonly { slot: number; port: number; name: string; speedMbps: number }[]
}

const shapes: Readonly<Record<OltOptions['model'], Shape>> = {
  C320: {
    sysDescr: 'C320 Version V2.1.0 Software, Copyright (c) by ZTE Corporation Compiled',
    sysObjectId: `${ZTE}.1082.1001.320.2.1`,
    pon: /^GTG/,
    ponName: (slot, port) => `gpon_1/${slot}/${port}`,
    cards: [
      { slot: 1, type: 'GTGOG', ports: 8, hardware: 'V1.0.0', firmware: 'V2.1.0', cpu: 14, memory: 26 },
      { slot: 2, type: 'GTGHG', ports: 16, hardware: 'V1.0.0', firmware: 'V2.1.0', cpu: 15, memory: 28 },
      { slot: 3, type: 'SMXA', ports: 3, hardware: 'V1.0.0', firmware: 'V2.1.0', cpu: 22, memory: 41 },
    ],
    uplinks: [
      { slot: 3, port: 1, name: 'xgei_1/3/1', speedMbps: 10_000 },
      { slot: 3, port: 2, name: 'xgei_1/3/2', speedMbps: 10_000 },
      { slot: 3, port: 3, name: 'gei_1/3/3', speedMbps: 1000 },
    ],
  },
  C600: {
    sysDescr: 'ZTE ZXA10 C600 Software, Version V1.2.1, Copyright (c) by ZTE Corporation',
    sysObjectId: `${ZTE}.1082.1001.600.1.1`,
    pon: /^GF/,
    ponName: (slot, port) => `gpon_olt-1/${slot}/${port}`,
    cards: [
      { slot: 3, type: 'GFGL', ports: 16, hardware: '190603', firmware: 'V1.2.1', cpu: 11, memory: 33 },
      { slot: 4, type: 'GFGL', ports: 16, hardware: '190603', firmware: 'V1.2.1', cpu: 12, memory: 33 },
      { slot: 10, type: 'SFUL', ports: 4, hardware: '190401', firmware: 'V1.2.1', cpu: 18, memory: 44 },
    ],
    uplinks: [1, 2, 3, 4].map(port => ({ slot: 10, port, name: `xgei-1/10/${port}`, speedMbps: 10_000 })),
  },
}

/** ifIndex of a physical port: type 1, kind 1, shelf, slot and port in one octet each. */
export const physicalIndex = (slot: number, port: number): number => 0x11010000 + slot * 0x100 + port
const place = (port: Port) => ({ slot: (port.ifIndex >> 8) & 0xff, number: port.ifIndex & 0xff })
/** Index of a GPON port in the .1012 tables: type 1, shelf - 1, slot, port, 0. */
export const gponIndex = (slot: number, port: number): number => 0x10000000 + slot * 0x10000 + port * 0x100
/** Index of an ONU in the .1015 counters: two layouts, for boards of up to 8 ports and for larger ones. */
export const xponIndex = (slot: number, port: number, onu: number, boardPorts: number): number =>
  boardPorts <= 8
    ? 0x30000000 + slot * 0x80000 + (port - 1) * 0x10000 + onu * 0x100
    : 0x90000000 + slot * 0x100000 + (port - 1) * 0x10000 + onu * 0x100

const byGponIndex = ({ port, id }: Onu) => `${gponIndex(place(port).slot, place(port).number)}.${id}`
const byIfIndex = ({ port, id }: Onu) => `${port.ifIndex}.${id}`
const oltRx1082 = { entry: `${ZTE}.1082.500.1.2.4.2.1`, index: byIfIndex }

const treeC320: OnuTree = {
  config: `${ZTE}.1012.3.28.1.1`,
  serialColumn: 5,
  state: `${ZTE}.1012.3.28.2.1`,
  phases: { LOS: 1, Online: 3, PowerOff: 4, Offline: 6, Disabled: 6 },
  optical: `${ZTE}.1012.3.50.12.1.1`,
  oltRx: [{ entry: `${ZTE}.1015.1010.11.2.1`, index: byGponIndex }, oltRx1082],
  distance: `${ZTE}.1012.3.11.4.1`,
  noOltRx: -80_000,
  index: byGponIndex,
}
const treeC600: OnuTree = {
  config: `${ZTE}.1082.500.10.2.3.3.1`,
  serialColumn: 6,
  state: `${ZTE}.1082.500.10.2.3.8.1`,
  phases: { LOS: 2, Online: 4, PowerOff: 5, Offline: 7, Disabled: 7 },
  optical: `${ZTE}.1082.500.20.2.2.2.1`,
  oltRx: [oltRx1082],
  distance: `${ZTE}.1082.500.10.2.3.10.1`,
  reboot: `${ZTE}.1082.500.20.2.1.10.1.1`,
  noOltRx: -80_000,
  index: byIfIndex,
}

function portsOf(shape: Shape, base: DeviceBase, all: readonly Vlan[]): Port[] {
  const common = {
    alias: '',
    lldpPort: 0,
    pvid: 1,
    tagged: all.map(vlan => vlan.id),
    errorRate: 0,
    fiber: true,
  }
  const pons = shape.cards
    .filter(card => shape.pon.test(card.type))
    .flatMap(card =>
      Array.from({ length: card.ports }, (_, n) => {
        const ifIndex = physicalIndex(card.slot, n + 1)
        const name = shape.ponName(card.slot, n + 1)
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
  const uplinks = shape.uplinks.map(({ slot, port, name, speedMbps }) => {
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

/** A ZTE OLT with GPON cards, ONUs that come and go, and now and then one that nobody has registered. */
export function createOlt(options: OltOptions): SimulatedOlt {
  const shape = shapes[options.model]
  const base = deviceBase(options, {
    sysDescr: shape.sysDescr,
    sysObjectId: shape.sysObjectId,
    capabilities: 0x28,
    oui: [0x4c, 0x09, 0xd4],
  })
  const { facts, seed, clock, startMs } = base
  const all = options.vlans ?? defaultVlans
  const ports = portsOf(shape, base, all)
  const pons = ports.filter(port => port.ifType === 250)
  const uplinks = ports.filter(port => port.ifType !== 250)
  const next = random(`${seed} onus`)
  const perPort = options.onusPerPort ?? 12
  const onus = pons.flatMap((port, n) =>
    n > 0 && next() < 0.35 ? [] : onusOf(port, between(next, Math.ceil(perPort / 2), perPort), seed, startMs),
  )
  const boards = new Map(shape.cards.map(card => [card.slot, card.ports]))
  const slots = unregisteredSlots(pons, 3, seed, startMs)
  const of = { mac: facts.mac, ports: uplinks, vlans: all, stations: [] }

  const own =
    options.model === 'C320'
      ? [
          cards1015(shape.cards, seed),
          onuTables(onus, treeC320),
          unregisteredOnuTable(slots, `${ZTE}.1012.3.13.3.1`, { serial: 2, type: 10, firmware: 11 }, port =>
            gponIndex(place(port).slot, place(port).number),
          ),
          onuCounters(
            onus,
            `${ZTE}.1015.1010.5.56.1.1`,
            ({ port, id }) => {
              const { slot, number } = place(port)
              return xponIndex(slot, number, id, boards.get(slot)!)
            },
            { up: 2, down: 3, upMulticast: 8, downMulticast: 9, upCrc: 10, downCrc: 11 },
          ),
        ]
      : [
          onuTables(onus, treeC600),
          unregisteredOnuTable(
            slots,
            `${ZTE}.1082.500.2.2.11.2.1`,
            { serial: 2, type: 8, firmware: 10 },
            port => port.ifIndex,
          ),
          processors6002(shape.cards, seed),
          channelsC600(ports, seed),
          onuCounters(onus, `${ZTE}.1082.500.4.2.2.2.1`, byIfIndex, {
            up: 1,
            down: 44,
            upMulticast: 9,
            downMulticast: 52,
            upCrc: 15,
            downCrc: 58,
          }),
        ]
  return {
    identity: facts,
    ports,
    onus,
    mib: simulatedMib(clock, [
      system(facts),
      interfaces(ports, facts),
      bridge(of),
      vlans(of),
      lldp(facts, uplinks),
      ipAddresses([{ ip: facts.ip, mask: '255.255.255.0', ifIndex: uplinks[0]!.ifIndex }]),
      cards1082(shape.cards, seed),
      modules1082(ports, seed),
      uniPorts(onus),
      ...own,
    ]),
  }
}
