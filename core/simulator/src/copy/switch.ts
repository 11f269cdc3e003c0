import { type PortShape, type SwitchModelName, switchModels } from '../simulated/models/index.ts'
import type { Port } from '../simulated/port.ts'
import { type SimulatedSwitch, createSwitch } from '../simulated/switch.ts'
import { fastClock } from './clock.ts'
import { nameOf } from './names.ts'
import { isEthernet } from './olt-model.ts'
import { copyPort, vlansOf } from './ports.ts'
import type { NotCopied, StoredDevice } from './stored.ts'

/** Ports of a copy at most: a stack of eight switches. */
const maxPorts = 448

type StoredPort = NonNullable<StoredDevice['answers']['interfaces_list']>[number]

/** Words of a name, e.g. `DES`, `3200`, `28`, `C1`. */
const wordsOf = (text: string): Set<string> => new Set(text.toUpperCase().match(/[A-Z]+|\d+/g) ?? [])

/**
 * The model of this maker whose name shares most words with the real one, then the nearest number of ports.
 */
function nearestModel(maker: string, name: string, ports: number): SwitchModelName | null {
  const words = wordsOf(name)
  const rank = (key: SwitchModelName) => [...wordsOf(key)].filter(word => words.has(word)).length
  const distance = (key: SwitchModelName) => Math.abs(switchModels[key].ports.length - ports)
  const own = (Object.keys(switchModels) as SwitchModelName[]).filter(
    key => switchModels[key].vendor === maker,
  )
  return own.toSorted((a, b) => rank(b) - rank(a) || distance(a) - distance(b))[0] ?? null
}

/** The stored ports in the shape of a model. Names that its console could not read are left out. */
function shapesOf(stored: StoredDevice, key: SwitchModelName, ports: readonly StoredPort[]): PortShape[] {
  const model = switchModels[key]
  const isPlain = model.ports.every(port => port.bridgePort === port.ifIndex)
  const speeds = new Map(stored.answers.link_info?.map(row => [row.interface.id, row.speed_mbps]))
  return ports.map((port, at) => {
    const like = model.ports[at] ?? model.ports[0]!
    const names = { ifName: port.name, ifDescr: port.descr ?? port.name }
    return {
      ...like,
      ...names,
      number: at + 1,
      ifIndex: port.if_index!,
      bridgePort: isPlain ? port.if_index! : at + 1,
      ifType: port.if_type ?? like.ifType,
      speedMbps: Math.max(speeds.get(port.id) ?? 0, like.speedMbps),
    }
  })
}

/** VLAN membership and PVID of the stored ports, by bind key. */
function membershipOf({ answers }: StoredDevice) {
  const tagged = new Map<number, number[]>()
  const untagged = new Map<number, number[]>()
  for (const { id, ports } of answers.vlans ?? [])
    for (const [list, refs] of [
      [tagged, ports?.tagged],
      [untagged, ports?.untagged],
    ] as const)
      for (const ref of refs ?? []) list.set(ref.id, [...(list.get(ref.id) ?? []), id])
  const pvids = new Map(answers.pvid?.map(row => [row.interface.id, row.pvid]))
  return { tagged, untagged, pvids }
}

function copyVlans(port: Port, id: number, members: ReturnType<typeof membershipOf>): void {
  port.tagged = (members.tagged.get(id) ?? []).toSorted((a, b) => a - b)
  port.untagged = (members.untagged.get(id) ?? []).toSorted((a, b) => a - b)
  port.pvid = members.pvids.get(id) ?? port.untagged[0] ?? 1
  port.mode = port.untagged.length > 1 ? 'hybrid' : port.tagged.length > 0 ? 'trunk' : 'access'
}

/** A living switch with what is stored of a real one. Null: no living model of this maker. */
export function copySwitch(
  stored: StoredDevice,
  ip: string,
): { device: SimulatedSwitch; model: string; missing: NotCopied[] } | null {
  const missing: NotCopied[] = []
  const { answers } = stored
  const all = (answers.interfaces_list ?? []).filter(port => isEthernet(port) && port.parent === null)
  const model = nearestModel(stored.maker, stored.model, all.length)
  if (!model || all.length === 0) return null
  const { vendor } = switchModels[model]
  const word = (port: StoredPort) => (vendor === 'huawei' ? port.name : (port.descr ?? port.name))
  const ports = all
    .filter(port => port.if_index !== null && (vendor === 'dlink' || /^[a-z]+[\d/]+$/i.test(word(port))))
    .slice(0, maxPorts)
  if (ports.length === 0) return null
  if (ports.length < all.length)
    missing.push({ what: `${all.length - ports.length} ports`, why: `a copy of ${model} cannot have them` })
  const vlans = vlansOf(stored)
  const device = createSwitch({
    vendor,
    model,
    ports: shapesOf(stored, model, ports),
    name: nameOf(stored),
    ip,
    clock: fastClock(),
    vlans: vlans ?? [{ id: 1, name: 'default' }],
    location: answers.system?.location ?? '',
    contact: answers.system?.contact ?? '',
    rebootMs: 20_000,
  })
  const hasMembers = answers.vlans?.some(vlan => vlan.ports !== null) ?? false
  if (!vlans) missing.push({ what: 'VLANs', why: 'none are stored' })
  else if (!hasMembers) missing.push({ what: 'VLANs of ports', why: 'the stored VLANs have no ports' })
  if (!answers.link_info) missing.push({ what: 'admin states of ports', why: 'none are stored' })
  const members = membershipOf(stored)
  for (const [at, port] of device.control.ports.entries()) {
    copyPort(stored, ports[at]!.id, port, device.control.now())
    copyVlans(port, ports[at]!.id, members)
    if (!hasMembers) port.untagged = [port.pvid]
  }
  missing.push({
    what: 'speeds, PoE, and everything besides ports and VLANs (access lists, routing, users)',
    why: 'no stored answer has it, or the living model has none',
  })
  device.control.save()
  return { device, model, missing }
}
