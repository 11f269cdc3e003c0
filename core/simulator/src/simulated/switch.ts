import type { Mib } from '../snmp/mib.ts'
import { between, random } from '../random.ts'
import { type DeviceBase, type SimulatedDevice, type SimulatedOptions, deviceBase } from './base.ts'
import { bridge } from './mibs/bridge.ts'
import { entities } from './mibs/entity.ts'
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
import { entitiesOf } from './switch-entities.ts'
import { frontPorts, managementPort } from './switch-ports.ts'
import type { SwitchState } from './switch-state.ts'
import { type Vlan, defaultVlans } from './vlan.ts'

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
