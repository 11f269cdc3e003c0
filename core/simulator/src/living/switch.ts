import { between, pick, random } from '../random.ts'
import { type LivingDevice, type LivingOptions, ground, plug } from './device.ts'
import type { LinkKind } from './link.ts'
import { livingMib } from './mib.ts'
import { type SwitchModel, type SwitchModelName, switchModels } from './models.ts'
import { type Vlan, bridge, fdb, vlans } from './parts/bridge.ts'
import { agent, agent1210, cableDiagnostics, ddm, portTables, utilisation } from './parts/dlink.ts'
import { entities } from './parts/entity.ts'
import { etherLike, interfaces, rmon } from './parts/interfaces.ts'
import { ipAddresses } from './parts/ip.ts'
import { lldp } from './parts/lldp.ts'
import { system } from './parts/system.ts'
import { stationsBehind } from './stations.ts'
import { macPlus } from './values.ts'

export interface SwitchOptions extends LivingOptions {
  vendor: 'dlink'
  model: SwitchModelName
  /** The first is the management VLAN; access ports are spread over the others. */
  vlans?: readonly Vlan[]
}

const MANAGEMENT = 5121

/** A D-Link access switch: copper ports to subscribers, uplinks that carry all VLANs. */
export function livingSwitch(options: SwitchOptions): LivingDevice {
  const model: SwitchModel = switchModels[options.model]
  const base = ground(options, { sysDescr: model.sysDescr, sysObjectId: model.sysObjectId, capabilities: 0x20 })
  const { facts, seed, clock, startMs, cables } = base
  const all = options.vlans ?? [{ id: 1, name: 'default' }, { id: 100, name: 'internet' }, { id: 200, name: 'iptv' }]
  const access = all.slice(1)
  const next = random(`${seed} ports`)
  const series = options.model.split('/')[0]!
  const bad = between(next, 1, Math.max(1, model.gigabit[0] === 1 ? model.ports - 4 : model.gigabit[0]! - 1))

  const ports = Array.from({ length: model.ports }, (_, n) => n + 1).map(number => {
    const gigabit = model.gigabit.includes(number)
    const uplink = String(number) in cables || number > model.ports - 4
    const kind: LinkKind = uplink ? 'dark' : pick<LinkKind>(next, ['steady', 'steady', 'flapping', 'flapping', 'dark'])
    const down = between(next, 20_000, 900_000)
    return plug({
      ifIndex: number, bridgePort: number, lldpPort: number, ifName: `1/${number}`, ifDescr: `D-Link ${series} R${model.firmware} Port ${number}`, ifType: gigabit ? 117 : 6,
      alias: uplink ? '' : `apt ${number}`, mac: macPlus(facts.mac, number), speedMbps: gigabit ? 1000 : 100, fiber: model.fiber.includes(number),
      pvid: uplink || !access.length ? all[0]!.id : access[number % access.length]!.id, tagged: uplink ? access.map(vlan => vlan.id) : [], errorRate: number === bad ? 0.4 : 0,
      kind, rates: [down, Math.floor(down * 0.15)],
    }, String(number), base, { portId: Buffer.from(`1/${number}`), portIdSubtype: 7 })
  })
  const management = plug({
    ifIndex: MANAGEMENT, lldpPort: 0, ifName: 'System', ifDescr: `rif0(${facts.ip})`, ifType: 136, alias: '', mac: facts.mac, speedMbps: 0, fiber: false, pvid: 0, tagged: [], errorRate: 0, kind: 'steady', rates: [900, 1100],
  }, 'System', base)
  const stations = ports.flatMap(port => String(port.ifIndex) in cables ? stationsBehind(port, 30, seed, startMs) : port.tagged.length ? [] : stationsBehind(port, between(next, 1, 3), seed, startMs))
  const of = { mac: facts.mac, ports, vlans: all, stations }
  return {
    identity: facts, ports,
    mib: livingMib(clock, [
      system(facts), interfaces([...ports, management], facts.bootMs), etherLike(ports), rmon(ports), bridge(of), vlans(of), fdb(of), lldp(facts, ports),
      ipAddresses([{ ip: facts.ip, mask: '255.255.255.0', ifIndex: MANAGEMENT }]),
      portTables(ports, model.portTable), cableDiagnostics(ports), utilisation(ports, seed), ddm(ports, seed, model.own1210 && `${model.own1210}.105`), agent(seed, `S3${facts.mac.toString('hex').toUpperCase()}`),
      ...model.own1210 ? [agent1210(model.own1210, seed)] : [],
      entities([
        { index: 1, in: 0, class: 3, descr: model.sysDescr, name: series, hw: 'C1', fw: model.firmware, sw: model.firmware, serial: `S3${facts.mac.toString('hex').toUpperCase()}`, maker: 'D-Link', model: series, fru: true },
        ...ports.map(port => ({ index: 100 + port.ifIndex, in: 1, class: 10, descr: `Port ${port.ifIndex}`, name: port.ifName })),
      ]),
    ]),
  }
}
