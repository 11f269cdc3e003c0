import { createLivingOlt } from '../olt/create.ts'
import { identOf } from '../olt/idents.ts'
import type { PonPort } from '../olt/onu-state.ts'
import type { SimulatedOlt } from '../olt/olt.ts'
import { defaultVlans } from '../simulated/vlan.ts'
import { fastClock } from './clock.ts'
import { nameOf } from './names.ts'
import { copyOnus } from './onus.ts'
import { oltShape } from './olt-model.ts'
import { copyPort, vlansOf } from './ports.ts'
import type { NotCopied, StoredDevice } from './stored.ts'

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
