import { between, pick, random } from '../random.ts'
import type { Mib } from '../mib.ts'
import { switchControl, type SwitchControl } from './control.ts'
import { type LivingDevice, type LivingOptions, ground, plug } from './device.ts'
import type { LinkKind } from './link.ts'
import { livingMib } from './mib.ts'
import { type SwitchModel, type SwitchModelName, type SwitchVendor, switchModels } from './models/index.ts'
import { type Vlan, bridge, vlanMaker } from './parts/bridge.ts'
import { entities } from './parts/entity.ts'
import { boardEntity, portEntity } from './parts/huawei.ts'
import { etherLike, interfaces, rmon } from './parts/interfaces.ts'
import { ipAddresses } from './parts/ip.ts'
import { lldp } from './parts/lldp.ts'
import { system } from './parts/system.ts'
import { type Station, stationsBehind } from './stations.ts'
import { macPlus } from './values.ts'

export interface SwitchOptions extends LivingOptions {
  vendor: SwitchVendor
  model: SwitchModelName
  /** The first is the management VLAN; access ports are spread over the others. */
  vlans?: readonly Vlan[]
  /** How long a reboot takes, in ms. Default 15 s. */
  rebootMs?: number
}

export interface LivingSwitch extends LivingDevice {
  control: SwitchControl
  model: SwitchModel
  stations: readonly Station[]
}

/** An access switch: copper ports to subscribers, uplinks that carry all VLANs. */
export function livingSwitch(options: SwitchOptions): LivingSwitch {
  const model = switchModels[options.model]
  if (model?.vendor !== options.vendor)
    throw new TypeError(`switch ${options.name}: ${options.vendor} has no model "${options.model}"`)
  const base = ground(options, {
    sysDescr: model.sysDescr,
    sysObjectId: model.sysObjectId,
    capabilities: 0x20,
    oui: model.oui,
  })
  const { facts, seed, clock, startMs, cables } = base
  const all = options.vlans ?? [
    { id: 1, name: 'default' },
    { id: 100, name: 'internet' },
    { id: 200, name: 'iptv' },
  ]
  const access = all.slice(1)
  const next = random(`${seed} ports`)
  const uplinksFrom = model.ports.length - 4
  const slow = model.ports.find(port => port.speedMbps > model.ports[0]!.speedMbps)?.number
  const bad = between(next, 1, Math.max(1, slow === undefined ? uplinksFrom : slow - 1))

  const ports = model.ports.map(({ number, poe, ...shape }) => {
    const uplink = String(number) in cables || number > uplinksFrom
    const kind: LinkKind = uplink
      ? 'dark'
      : pick<LinkKind>(next, ['steady', 'steady', 'flapping', 'flapping', 'dark'])
    const down = between(next, 20_000, 900_000)
    return plug(
      {
        ...shape,
        lldpPort: shape.ifIndex,
        alias: uplink ? '' : `apt ${number}`,
        mac: macPlus(facts.mac, number),
        pvid: uplink || !access.length ? all[0]!.id : access[number % access.length]!.id,
        tagged: uplink ? access.map(vlan => vlan.id) : [],
        errorRate: number === bad ? 0.4 : 0,
        kind,
        rates: [down, Math.floor(down * 0.15)],
        ...(poe
          ? { poe: { enabled: true, watts: kind === 'dark' ? 0 : number % 3 ? 0 : 4 + (number % 12) } }
          : {}),
      },
      String(number),
      base,
      { portId: Buffer.from(shape.ifName), portIdSubtype: model.lldp },
    )
  })
  const { management: rif } = model
  const management = plug(
    {
      ...rif,
      ifDescr: model.vendor === 'dlink' ? `${rif.ifDescr}(${facts.ip})` : rif.ifDescr,
      lldpPort: 0,
      alias: '',
      mac: facts.mac,
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
  const cabled = new Map(model.ports.map(({ number }, at) => [ports[at]!, String(number) in cables]))
  const stations = ports.flatMap(port =>
    cabled.get(port)
      ? stationsBehind(port, 30, seed, startMs)
      : port.tagged.length
        ? []
        : stationsBehind(port, between(next, 1, 3), seed, startMs),
  )
  const control = switchControl(facts, ports, all, clock, model.traits, options.rebootMs ?? 15_000)
  const serial = `S3${facts.mac.toString('hex').toUpperCase()}`
  const body = { mac: facts.mac, ports, vlans: all, stations, control, facts, seed, serial }
  const maker = { dlink: 'D-Link', cisco: 'Cisco', huawei: 'Huawei', eltex: 'Eltex' }[model.vendor]
  const huawei = model.vendor === 'huawei'
  const contexts = new Map<string, Mib>()
  return {
    identity: facts,
    ports,
    control,
    model,
    stations,
    context(name) {
      const parts = model.contextParts?.(body, name)
      const mib = parts && (contexts.get(name) ?? livingMib(clock, parts))
      if (mib) contexts.set(name, mib)
      else contexts.delete(name)
      return mib
    },
    mib: livingMib(
      clock,
      [
        system(facts),
        interfaces([...ports, management], facts),
        etherLike(ports),
        rmon(ports),
        bridge(body),
        lldp(facts, ports),
        ipAddresses([{ ip: facts.ip, mask: '255.255.255.0', ifIndex: rif.ifIndex }]),
        ...model.parts(body),
        entities([
          {
            index: 1,
            in: 0,
            class: 3,
            descr: model.sysDescr,
            name: model.name,
            hw: model.hardware,
            fw: model.firmware,
            sw: model.firmware,
            serial,
            maker,
            model: model.name,
            fru: true,
          },
          ...(huawei
            ? [{ index: boardEntity, in: 1, class: 9, descr: `${model.name} board`, name: 'MPU Board 0' }]
            : []),
          ...ports.map(port => ({
            index: huawei ? portEntity(port) : 100 + port.ifIndex,
            in: huawei ? boardEntity : 1,
            class: 10,
            descr: model.vendor === 'dlink' ? `Port ${port.ifIndex}` : port.ifDescr,
            name: port.ifName,
          })),
        ]),
      ],
      model.vendor === 'cisco' ? [] : [vlanMaker(control)],
    ),
  }
}
