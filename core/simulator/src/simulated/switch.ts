import type { Mib } from '../snmp/mib.ts'
import { between, random, pick } from '../random.ts'
import {
  type DeviceBase,
  type SimulatedDevice,
  type SimulatedOptions,
  deviceBase,
  createPort,
} from './base.ts'
import { bridge } from './mibs/bridge.ts'
import { entities, type Entity } from './mibs/entity.ts'
import { etherLike, interfaces, rmon } from './mibs/interfaces.ts'
import { ipAddresses } from './mibs/ip.ts'
import { lldp } from './mibs/lldp.ts'
import { system } from './mibs/system.ts'
import { vlanMaker } from './mibs/vlans.ts'
import {
  type PortShape,
  type SwitchModel,
  type SwitchModelName,
  type SwitchVendor,
  switchModels,
} from './models/index.ts'
import { simulatedMib } from './simulated-mib.ts'
import { type Station, stationsBehind } from './stations.ts'
import { type SwitchControl, createSwitchControl } from './switch-control.ts'
import type { SwitchState } from './switch-state.ts'
import { type Vlan, defaultVlans } from './vlan.ts'
import { boardEntity, portEntity } from './mibs/huawei.ts'
import type { CableKind } from './cable.ts'
import type { Port } from './port.ts'
import { macPlus } from './values.ts'

/**
 * The ports on the front: copper to subscribers; the last four and those with a cable of the scene are
 * uplinks.
 */
function frontPorts(
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

const managementPort = ({ management, vendor }: SwitchModel, base: DeviceBase): Port =>
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

const makers = {
  dlink: 'D-Link',
  cisco: 'Cisco',
  huawei: 'Huawei',
  eltex: 'Eltex',
  juniper: 'Juniper Networks',
} as const

/** Rows of the ENTITY-MIB: the chassis, the board of a Huawei, and the ports. */
function entitiesOf(model: SwitchModel, { ports, serial }: SwitchState): Entity[] {
  const { vendor, name, firmware } = model
  const huawei = vendor === 'huawei'
  return [
    {
      index: 1,
      in: 0,
      class: 3,
      descr: model.sysDescr,
      name,
      hw: model.hardware,
      fw: firmware,
      sw: firmware,
      serial,
      maker: makers[vendor],
      model: name,
      fru: true,
    },
    ...(huawei ? [{ index: boardEntity, in: 1, class: 9, descr: `${name} board`, name: 'MPU Board 0' }] : []),
    ...ports.map(port => ({
      index: huawei ? portEntity(port) : 100 + port.ifIndex,
      in: huawei ? boardEntity : 1,
      class: 10,
      descr: vendor === 'dlink' ? `Port ${port.ifIndex}` : port.ifDescr,
      name: port.ifName,
    })),
  ]
}

export interface SwitchOptions extends SimulatedOptions {
  vendor: SwitchVendor
  model: SwitchModelName
  /** The first is the management VLAN; access ports are spread over the others. */
  vlans?: readonly Vlan[]
  /** Instead of the ports of the model. */
  ports?: readonly PortShape[]
  /** How long a reboot takes, in ms. Default 15 s. */
  rebootMs?: number
}

export interface SimulatedSwitch extends SimulatedDevice {
  control: SwitchControl
  model: SwitchModel
  stations: readonly Station[]
}

/** The MIBs of the other SNMP contexts of a switch, each made at its first use. */
function contextsOf(model: SwitchModel, state: SwitchState, base: DeviceBase) {
  const known = new Map<string, Mib>()
  return (name: string): Mib | undefined => {
    const subtrees = model.contextSubtrees?.(state, name)
    const mib = subtrees && (known.get(name) ?? simulatedMib(base.clock, subtrees))
    if (mib) known.set(name, mib)
    else known.delete(name)
    return mib
  }
}

/** An access switch: copper ports to subscribers, and uplinks that carry all VLANs. */
export function createSwitch(options: SwitchOptions): SimulatedSwitch {
  const known = switchModels[options.model]
  if (known?.vendor !== options.vendor)
    throw new TypeError(`switch ${options.name}: ${options.vendor} has no model "${options.model}"`)
  const model: SwitchModel = options.ports ? { ...known, ports: options.ports } : known
  const { sysDescr, sysObjectId, oui } = model
  const base = deviceBase(options, { sysDescr, sysObjectId, capabilities: 0x20, oui })
  const { facts, seed, clock, startMs, cables } = base
  const vlans = options.vlans ?? defaultVlans
  const next = random(`${seed} ports`)
  const ports = frontPorts(model, base, vlans, next)
  const management = managementPort(model, base)
  const stations = ports.flatMap((port, at) =>
    String(model.ports[at]!.number) in cables
      ? stationsBehind(port, 30, seed, startMs)
      : port.tagged.length
        ? []
        : stationsBehind(port, between(next, 1, 3), seed, startMs),
  )
  const control = createSwitchControl(facts, ports, vlans, clock, model.vlanRules, options.rebootMs ?? 15_000)
  const serial = `S3${facts.mac.toString('hex').toUpperCase()}`
  const state: SwitchState = { mac: facts.mac, ports, vlans, stations, control, facts, seed, serial }
  const subtrees = [
    system(facts),
    interfaces([...ports, management], facts),
    etherLike(ports),
    rmon(ports),
    bridge(state),
    lldp(facts, ports),
    ipAddresses([{ ip: facts.ip, mask: '255.255.255.0', ifIndex: management.ifIndex }]),
    ...model.subtrees(state),
    entities(entitiesOf(model, state)),
  ]
  return {
    identity: facts,
    ports,
    control,
    model,
    stations,
    context: contextsOf(model, state, base),
    // Cisco has no Q-BRIDGE-MIB, in which a SET creates VLANs.
    mib: simulatedMib(clock, subtrees, model.vendor === 'cisco' ? [] : [vlanMaker(control)]),
  }
}
