import { flatMapInSlices, rest, slice, type Module } from '@linecard/driver-kit'
import {
  interfaceDescriptions,
  ponOntsMacAddr,
  ponOntsOptical,
  ponOntsReasons,
  ponOntsSerial,
  ponOntsStatus,
  ponOntsVendor,
  type InterfaceRef,
} from '@linecard/driver-kit/modules'
import type { LiveParts, StoredOnu } from '@linecard/plugin-kit'

/** Asked for every tree from the device, and from the cache. */
export const quick: readonly Module[] = [ponOntsStatus, interfaceDescriptions, ponOntsSerial, ponOntsMacAddr]
/** Some OLTs ask every ONU over the fibre for them: only `from=device` does. Else they are as last read. */
export const slow: readonly Module[] = [ponOntsOptical, ponOntsReasons, ponOntsVendor]

type Cells = Record<string, unknown>
interface Row extends Cells {
  interface: InterfaceRef
}

/** The fields of each module, by the fields of a row of the tree. */
const fields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [ponOntsStatus.name]: { status: 'status', bind_status: 'bind_status' },
  [interfaceDescriptions.name]: { description: 'description' },
  [ponOntsOptical.name]: Object.fromEntries(
    ['rx', 'tx', 'olt_rx', 'temp', 'voltage', 'distance'].map(name => [name, name]),
  ),
  [ponOntsReasons.name]: {
    last_down_reason: 'last_down_reason',
    last_reg: 'last_reg',
    last_dereg: 'last_dereg',
  },
  [ponOntsVendor.name]: { vendor: 'vendor', model: 'model' },
}

const nothing: Omit<StoredOnu, 'interface'> = {
  id: null,
  ident: null,
  ident_type: null,
  status: null,
  bind_status: null,
  status_changed: null,
  last_down_reason: null,
  last_reg: null,
  last_dereg: null,
  rx: null,
  tx: null,
  olt_rx: null,
  temp: null,
  voltage: null,
  distance: null,
  optical_time: null,
  bad_since: null,
  description: null,
  vendor: null,
  model: null,
  agreement: null,
  comment: null,
  duplicate: null,
}
/** What the store knows and no module tells. */
const ofStore = ['id', 'status_changed', 'bad_since', 'agreement', 'comment', 'duplicate'] as const
/** What the store also tells if its modules were not asked. */
const ofSlow = slow.flatMap(({ name }) => Object.keys(fields[name]!))

/** Writes the cells that a module gave for one ONU. */
function take(onu: Cells, module: string, row: Row, time: string | null): void {
  if (module === ponOntsSerial.name && row['serial'] !== null)
    Object.assign(onu, { ident: row['serial'], ident_type: 'SERIAL' })
  if (module === ponOntsMacAddr.name && row['mac_address'] !== null && onu['ident'] === null)
    Object.assign(onu, { ident: row['mac_address'], ident_type: 'MAC' })
  for (const [field, cell] of Object.entries(fields[module] ?? {})) onu[field] = row[cell] ?? null
  if (module === ponOntsOptical.name && onu['rx'] !== null) onu['optical_time'] = time
}

/** The rows that the modules gave, with what only the store knows. */
export async function liveRows(
  parts: LiveParts,
  stored: ReadonlyMap<number, StoredOnu>,
  only: number | null,
): Promise<StoredOnu[]> {
  const rows = new Map<number, StoredOnu>()
  const own = slice()
  for (const [module, { data, meta }] of parts) {
    if (!quick.concat(slow).some(({ name }) => name === module)) continue
    for (const row of (data ?? []) as Row[]) {
      if (own.over()) await rest()
      const { interface: at } = row
      if (at.type !== 'ONU' || (only !== null && at.id !== only && at.parent !== only)) continue
      let onu = rows.get(at.id)
      if (!onu) rows.set(at.id, (onu = { ...nothing, interface: at }))
      take(onu as unknown as Cells, module, row, meta.time)
    }
  }
  const asked = parts.has(ponOntsOptical.name)
  return flatMapInSlices(rows.values(), onu => {
    const known = stored.get(onu.interface.id)
    // Another ONU may have the place since the last reading.
    if (!known || (known.ident !== null && onu.ident !== null && known.ident !== onu.ident)) return [onu]
    for (const field of ofStore) Object.assign(onu, { [field]: known[field] })
    if (!asked)
      for (const field of [...ofSlow, 'optical_time'])
        Object.assign(onu, { [field]: known[field as keyof StoredOnu] })
    return [onu]
  })
}
