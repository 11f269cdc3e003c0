import { fdb } from '../mibs/bridge.ts'
import { vlans } from '../mibs/vlans.ts'
import { agent, agent1210, utilisation } from '../mibs/dlink-agent.ts'
import { cableDiagnostics, ddm } from '../mibs/dlink-diagnostics.ts'
import { type PortTable, portTables } from '../mibs/dlink-ports.ts'
import { type SwitchModel, range } from './model.ts'

interface Shape {
  descr: string
  objectId: string
  ports: number
  /** Ports of 1 Gbit/s (type 117); all others are 100 Mbit/s (type 6). */
  gigabit: readonly number[]
  /** Ports with an SFP. */
  fiber: readonly number[]
  firmware: string
  portTable: PortTable
  /** Node of the CPU and memory objects of the DGS-1210 series. Other series use D-Link's common objects. */
  own1210?: string
}

const nway = (base: string, media: readonly [number, number], speeds: PortTable['speeds']): PortTable => ({
  info: `${base}.1.2.3.1.1`,
  control: `${base}.1.2.3.2.1`,
  media,
  speeds,
})
const des3200 = (series: number) => nway(`1.3.6.1.4.1.171.11.113.${series}`, [1, 2], { 100: 6, 1000: 8 })

/** sysObjectID and sysDescr as these models give them. */
const shapes = {
  'DES-3200-10/C1': {
    descr: 'DES-3200-10 Fast Ethernet Switch',
    objectId: '1.3.6.1.4.1.171.10.113.2.1',
    ports: 10,
    gigabit: [9, 10],
    fiber: [9, 10],
    firmware: '4.46.B008',
    portTable: des3200(2),
  },
  'DES-3200-18/C1': {
    descr: 'DES-3200-18 Fast Ethernet Switch',
    objectId: '1.3.6.1.4.1.171.10.113.3.1',
    ports: 18,
    gigabit: [17, 18],
    fiber: [17, 18],
    firmware: '4.46.B008',
    portTable: des3200(3),
  },
  'DES-3200-28/C1': {
    descr: 'DES-3200-28 Fast Ethernet Switch',
    objectId: '1.3.6.1.4.1.171.10.113.5.1',
    ports: 28,
    gigabit: range(25, 28),
    fiber: [25, 26],
    firmware: '4.46.B008',
    portTable: des3200(5),
  },
  'DES-3200-52/C1': {
    descr: 'DES-3200-52 Fast Ethernet Switch',
    objectId: '1.3.6.1.4.1.171.10.113.9.1',
    ports: 52,
    gigabit: range(49, 52),
    fiber: [49, 50],
    firmware: '4.46.B008',
    portTable: des3200(9),
  },
  'DGS-1210-28/ME/B1': {
    descr: 'DGS-1210-28/ME/B1',
    objectId: '1.3.6.1.4.1.171.10.76.28.2',
    ports: 28,
    gigabit: range(1, 28),
    fiber: range(25, 28),
    firmware: '7.03.B035',
    own1210: '1.3.6.1.4.1.171.10.76.28.2',
    portTable: { single: '1.3.6.1.4.1.171.10.76.28.2.1.13.1', media: [1, 2], speeds: { 100: 3, 1000: 2 } },
  },
  'DGS-3120-24SC/B1': {
    descr: 'DGS-3120-24SC Gigabit Ethernet Switch',
    objectId: '1.3.6.1.4.1.171.10.117.4.1',
    ports: 24,
    gigabit: range(1, 24),
    fiber: range(1, 16),
    firmware: '4.04.R004',
    portTable: nway('1.3.6.1.4.1.171.11.117.4', [1, 2], { 100: 6, 1000: 10 }),
  },
} as const satisfies Record<string, Shape>

const model = (
  key: string,
  { descr, objectId, ports, gigabit, fiber, firmware, portTable, own1210 }: Shape,
): SwitchModel => {
  const name = key.split('/')[0]!
  return {
    vendor: 'dlink',
    name,
    sysDescr: descr,
    sysObjectId: objectId,
    oui: [0x00, 0x1e, 0x58],
    firmware,
    hardware: 'C1',
    lldp: 7,
    ports: range(1, ports).map(number => ({
      number,
      ifIndex: number,
      bridgePort: number,
      ifName: `1/${number}`,
      ifDescr: `D-Link ${name} R${firmware} Port ${number}`,
      ifType: gigabit.includes(number) ? 117 : 6,
      speedMbps: gigabit.includes(number) ? 1000 : 100,
      fiber: fiber.includes(number),
    })),
    management: { ifIndex: 5121, ifName: 'System', ifDescr: 'rif0', ifType: 136 },
    vlanRules: { oneUntagged: true, vlanName: id => `VLAN${id}` },
    subtrees: state => [
      vlans(state),
      fdb(state),
      portTables(state.ports, portTable),
      cableDiagnostics(state.ports),
      utilisation(state.ports, state.seed),
      ddm(state.ports, state.seed, own1210 && `${own1210}.105`),
      agent(state.seed, state.serial),
      ...(own1210 ? [agent1210(own1210, state.seed)] : []),
    ],
  }
}

export const dlink = Object.fromEntries(
  Object.entries(shapes).map(([key, shape]) => [key, model(key, shape)]),
) as Record<keyof typeof shapes, SwitchModel>
