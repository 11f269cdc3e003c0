import type { Module, ResultOf } from '@linecard/driver-kit'
import {
  cableDiag,
  errors,
  fdb,
  interfaceCounters,
  interfaceDescriptions,
  linkInfo,
  parseInterface,
  poeInfo,
  ponOntsConfiguration,
  ponOntsDownHistory,
  ponOntsMacAddr,
  ponOntsOptical,
  ponOntsReasons,
  ponOntsSerial,
  ponOntsStatus,
  ponOntsVendor,
  ponProfiles,
  pvid,
  rmon,
  sfpMedia,
  sfpOptical,
  uniInterfacesStatus,
  uniInterfacesVlans,
  vlansByPort,
} from '@linecard/driver-kit/modules'
import type { LiveParts } from '@linecard/plugin-kit'
import type { DiagnosticData } from './schemas/blocks.ts'

type Known<O> = { [K in keyof O]?: Exclude<O[K], null> }
/** The fields that are neither null nor undefined. */
export const known = <O extends object>(fields: O): Known<O> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as Known<O>

/** Null for an object without fields. */
const filled = <O extends object>(fields: O): O | null => (Object.keys(fields).length > 0 ? fields : null)

const orNull = <A, B>(value: A | null | undefined, then: (value: A) => B): B | null =>
  value === null || value === undefined ? null : then(value)

type Rows = readonly { interface: { id: number } }[]

type RowOf<M extends Module> = ResultOf<M> extends readonly (infer R)[] ? R : never

/** Reads the answers about one interface. `id` is its bind key. */
function readerOf(parts: LiveParts, id: number) {
  const answer = <M extends Module>({ name }: M): ResultOf<M> | undefined => {
    const part = parts.get(name)
    // Without rows and with something missing the answer is unknown, which is not the same as empty.
    const unknown = Array.isArray(part?.data) && part.data.length === 0 && part.meta.missing.length > 0
    return unknown ? undefined : (part?.data as ResultOf<M> | undefined)
  }
  /** The interface's row, of a module that answers a list. */
  const own = <M extends Module>(module: M) =>
    (answer(module) as Rows | undefined)?.find(row => row.interface.id === id) as RowOf<M> | undefined
  return { id, answer, own }
}
type Reader = ReturnType<typeof readerOf>

/** A row without `interface` and without unknown fields; null if nothing is left. */
const plain = <R extends { interface: unknown }>(row: R | undefined) => {
  if (!row) return null
  const { interface: _, ...fields } = row
  return filled(known(fields))
}

/** The blocks that only ONUs have. */
function onuBlocks({ answer, own }: Reader) {
  const status = own(ponOntsStatus)
  const [serial, mac] = [own(ponOntsSerial)?.serial, own(ponOntsMacAddr)?.mac_address ?? status?._mac]
  const history = own(ponOntsDownHistory)?.logs
  return {
    vendor: plain(own(ponOntsVendor)),
    status: orNull(status, row => ({
      online: row.status,
      ...known({
        bind: row.bind_status,
        admin: row.admin_state,
        _conf_status: row.conf_status,
        _onu_disabled: row._onu_disabled,
      }),
    })),
    uni: mergedUnis(own(uniInterfacesStatus)?.unis, own(uniInterfacesVlans)?.unis),
    ident: serial ? { value: serial, type: 'SERIAL' } : mac ? { value: mac, type: 'MAC' } : null,
    reasons: filled({
      ...plain(own(ponOntsReasons)),
      ...(history ? { history_table: history.map(known) } : {}),
    }),
    optical: plain(own(ponOntsOptical)),
    configuration: plain(own(ponOntsConfiguration)),
    profiles: orNull(answer(ponProfiles), known),
  }
}

/** Error counters as decimal strings, from either module that has them. */
const faultsOf = ({ own }: Reader) =>
  orNull(own(errors) ?? own(interfaceCounters), ({ in_errors, out_errors, in_discards, out_discards }) => {
    const counts = Object.entries(known({ in_errors, out_errors, in_discards, out_discards }))
    return filled(Object.fromEntries(counts.map(([name, count]) => [name, String(count)])))
  })

/** The blocks that only ports have. */
function portBlocks(reader: Reader) {
  const { own } = reader
  const [media, optical] = [own(sfpMedia), own(sfpOptical)]
  return {
    errors: faultsOf(reader),
    rmon: plain(own(rmon)),
    cable_diag: plain(own(cableDiag)),
    vlans: orNull(own(vlansByPort), ({ untagged, tagged, forbidden }) =>
      Object.entries({ untagged, tagged, forbidden }).flatMap(([type, list]) =>
        list.map(({ id: vlan, name }) => ({
          id: vlan,
          ...known({ name }),
          type: type as 'untagged' | 'tagged' | 'forbidden',
        })),
      ),
    ),
    pvid: own(pvid)?.pvid ?? null,
    sfp: filled(known({ media: plain(media), optical: plain(optical) })),
    poe: plain(own(poeInfo)),
  }
}

/** Sorts the answers into blocks. `id` is the bind key of the interface. */
export function blocksOf(parts: LiveParts, id: number, { fdbRows }: { fdbRows: number }): DiagnosticData {
  const reader = readerOf(parts, id)
  const { answer, own } = reader
  const links = answer(linkInfo)?.filter(row => row.interface.id === id)
  const described = own(interfaceDescriptions)
  const isOnu = parts.has(ponOntsStatus.name)
  const description =
    described?.description ?? links?.map(link => link.description).find(text => text !== null) ?? null
  const macs = answer(fdb)
  const onu = onuBlocks(reader)
  const port = portBlocks(reader)
  return {
    interface: orNull(answer(parseInterface), known),
    vendor: onu.vendor,
    status: onu.status,
    uni: onu.uni,
    description: orNull(description, text => (isOnu ? text : { description: text })),
    name: described?._name ?? null,
    fdb: orNull(macs, rows =>
      rows
        .slice(0, fdbRows)
        .map(({ interface: at, ...row }) => ({
          ...known(row),
          ...(at && at.id !== id ? { interface: { id: at.id, name: at.name } } : {}),
        })),
    ),
    fdb_total: orNull(macs, rows => rows.length),
    ident: onu.ident,
    reasons: onu.reasons,
    counters: plain(own(interfaceCounters)),
    optical: onu.optical,
    configuration: onu.configuration,
    profiles: onu.profiles,
    link_info: orNull(links, rows => rows.flatMap(row => plain(row) ?? [])),
    ...port,
  } as DiagnosticData
}

type Unis<M extends Module> = RowOf<M> extends { unis: infer U } ? U : never

/** UNIs of an ONU with their VLANs, by number. */
function mergedUnis(
  states: Unis<typeof uniInterfacesStatus> | undefined,
  vlans: Unis<typeof uniInterfacesVlans> | undefined,
): DiagnosticData['uni'] {
  if (!states && !vlans) return null
  const ports = new Map<number, object>()
  for (const { num, ...state } of states ?? []) ports.set(num, { num, ...known(state) })
  for (const { num, pvid_mode: mode, ...vlan } of vlans ?? [])
    ports.set(num, { ...known({ ...vlan, mode }), num, ...ports.get(num) })
  return [...ports].toSorted(([a], [b]) => a - b).map(([, port]) => port) as DiagnosticData['uni']
}
