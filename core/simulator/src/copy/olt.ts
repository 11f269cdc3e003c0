import { createLivingOlt } from '../olt/create.ts'
import { identOf, drawnMac, drawnSerial } from '../olt/idents.ts'
import type { PonPort, Onu } from '../olt/onu-state.ts'
import type { SimulatedOlt } from '../olt/olt.ts'
import { defaultVlans } from '../simulated/vlan.ts'
import { fastClock } from './clock.ts'
import { nameOf } from './names.ts'
import { oltShape } from './olt-model.ts'
import { copyPort, vlansOf } from './ports.ts'
import type { NotCopied, StoredDevice } from './stored.ts'
import { createOnu } from '../olt/onu.ts'
import { typeNamed } from '../olt/onu-types.ts'
import { random } from '../random.ts'

/** ONUs of a copy at most. */
const maxOnus = 16_384

const byInterface = <R extends { interface: { id: number } }>(rows: readonly R[] = []) =>
  new Map(rows.map(row => [row.interface.id, row]))

/** What is stored of each ONU, by bind key. */
function tablesOf({ answers }: StoredDevice) {
  return {
    states: byInterface(answers.pon_onts_status),
    serials: byInterface(answers.pon_onts_serial),
    macs: byInterface(answers.pon_onts_mac_addr),
    vendors: byInterface(answers.pon_onts_vendor),
    profiles: byInterface(answers.pon_onts_configuration),
    texts: byInterface(answers.interface_descriptions),
  }
}
type Tables = ReturnType<typeof tablesOf>

/** The number of an ONU on its port; NaN: neither its place nor its name tells it. */
const numberOf = ({ _onu, name }: { _onu?: number | null; name: string }): number =>
  _onu ?? Number(/:(\d+)$/.exec(name)?.[1] ?? NaN)

function identStored({ serials, macs }: Tables, id: number, epon: boolean): Buffer | undefined {
  const serial = serials.get(id)
  const texts = epon
    ? [macs.get(id)?.mac_address]
    : [serial?._serial_hex, serial?._serial_ascii, serial?.serial]
  for (const text of texts) {
    const ident = text ? identOf(text) : undefined
    if (ident?.length === (epon ? 6 : 8)) return ident
  }
  return undefined
}

/** Puts the ONU in its stored state. What held it there holds it in the copy too. */
function place(onu: Onu, status: string, now: number): void {
  if (status === 'Online') return void onu.state.force(now, 'Online', Infinity)
  onu.enabled = status !== 'Disabled'
  onu.cut = status === 'LOS'
  onu.dark = status === 'PowerOff'
  onu.gone = !onu.cut && !onu.dark && onu.enabled
  const known = status === 'LOS' || status === 'PowerOff' || status === 'Disabled' ? status : 'Offline'
  onu.state.force(now, known, Infinity)
}

/** Registers the stored ONUs on the ports of the copy. */
function copyOnus(
  olt: SimulatedOlt,
  stored: StoredDevice,
  ports: ReadonlyMap<number, PonPort>,
  missing: NotCopied[],
): void {
  const tables = tablesOf(stored)
  const now = olt.now()
  const { first, max } = olt.model.numbers ?? { first: 1, max: 128 }
  const lost = { place: 0, ident: 0, state: 0, many: 0 }
  const listed = (stored.answers.interfaces_list ?? []).filter(({ type }) => type === 'ONU')
  const rows = listed.length ? listed : [...tables.states.values()].map(row => row.interface)
  const taken = new Set<string>()
  let count = 0
  for (const row of rows) {
    const port = ports.get(row.parent ?? -1)
    const id = numberOf(row)
    const at = `${port?.ifName}:${id}`
    if (!port || !(id >= first && id < first + max) || taken.has(at)) lost.place++
    else if (count === maxOnus) lost.many++
    else {
      taken.add(at)
      count++
      const epon = port.technology === 'epon'
      const seed = `${olt.seed} ${at}`
      const type = tables.vendors.get(row.id)?.model ?? olt.types[0]!.name
      const ident = identStored(tables, row.id, epon)
      const texts = tables.texts.get(row.id)
      const description = texts?._description ?? texts?.description ?? ''
      const status = tables.states.get(row.id)?.status
      if (!ident) lost.ident++
      if (!status) lost.state++
      const draw = random(`${seed} ident`)
      const serial = ident ?? (epon ? drawnMac(draw) : drawnSerial(draw, typeNamed(type, olt.types)))
      // An OLT that shows one text of an ONU shows its name or its description: both are the same then.
      const fresh = { serial, type, name: texts?._name ?? description, description }
      const onu = createOnu({ port, id, seed, steady: true, types: olt.types, fresh }, now)
      const config = tables.profiles.get(row.id)
      if (config?.line_profile) onu.profiles.line = config.line_profile
      if (config?.service_profile) onu.profiles.service = config.service_profile
      place(onu, status ?? 'Offline', now)
      port.onus.push(onu)
    }
  }
  for (const port of olt.pons) port.onus.sort((a, b) => a.id - b.id)
  const say = (number: number, why: string) => {
    if (number > 0) missing.push({ what: `${number} ONUs`, why })
  }
  say(lost.place, 'their port or number does not exist on the copy')
  say(lost.many, `a copy has ${maxOnus} ONUs at most`)
  if (lost.ident > 0)
    missing.push({ what: `idents of ${lost.ident} ONUs`, why: 'none are stored: the copy has made-up ones' })
  if (lost.state > 0) missing.push({ what: `states of ${lost.state} ONUs`, why: 'none are stored' })
}

/** Unregistered ONUs of a copy at most. */
const maxFound = 1024

/** The unregistered ONUs wait on their ports. */
function copyFound(olt: SimulatedOlt, stored: StoredDevice, ports: ReadonlyMap<number, PonPort>): number {
  const rows = stored.answers.unregistered_onts ?? []
  for (const row of rows.slice(0, maxFound)) {
    const port = ports.get(row.interface?.id ?? -1)
    const serial = identOf(row._serial_hex ?? row.serial ?? row.mac_address ?? row._ident)
    if (!port || serial?.length !== (port.technology === 'epon' ? 6 : 8)) continue
    const type = row.model ?? olt.types[0]!.name
    olt.found.push({ port, serial, type, password: row.password ?? '', sinceMs: olt.now() })
  }
  return rows.length - olt.found.length
}

/** A living OLT with what is stored of a real one. Null: no living model of this maker comes near. */
export function copyOlt(
  stored: StoredDevice,
  ip: string,
): { device: SimulatedOlt; model: string; missing: NotCopied[] } | null {
  const missing: NotCopied[] = []
  const shape = oltShape(stored, missing)
  if (!shape) return null
  const { vendor, model, product } = shape
  const vlans = vlansOf(stored)
  if (!vlans) missing.push({ what: 'VLANs', why: 'none are stored: the copy has those of its model' })
  const olt = createLivingOlt(product, {
    vendor,
    model,
    name: nameOf(stored),
    ip,
    clock: fastClock(),
    steady: true,
    onusOnEveryPort: 0,
    vlans: vlans ?? defaultVlans,
    rebootMs: 2000,
  })
  const ports = new Map<number, PonPort>()
  for (const pon of olt.pons) {
    const port = shape.ports.get(pon.ifName)
    if (!port) continue
    ports.set(port.id, pon)
    copyPort(stored, port.id, pon, olt.now())
  }
  copyOnus(olt, stored, ports, missing)
  if (!stored.answers.unregistered_onts)
    missing.push({ what: 'unregistered ONUs', why: 'the list was never read' })
  const lost = copyFound(olt, stored, ports)
  if (lost > 0) missing.push({ what: `${lost} unregistered ONUs`, why: 'their port is not on the copy' })
  const { pon_profiles: profiles } = stored.answers
  if (profiles && product.useProfiles) product.useProfiles(olt, profiles)
  else
    missing.push({
      what: 'profiles',
      why: `${profiles ? 'the living model has fixed ones' : 'none are stored'}: it has its own`,
    })
  missing.push({
    what: 'services of ONUs (T-CONTs, GEM ports, service ports) and Ethernet ports of ONUs',
    why: 'no stored answer has them: the copy has made-up ones',
  })
  olt.changed()
  olt.control.save()
  return { device: olt, model, missing }
}
