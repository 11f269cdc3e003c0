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
import type { DiagnosticData } from './schemas.ts'

type Known<O> = { [K in keyof O]?: Exclude<O[K], null> }
/** Without what is null or not there. */
export const known = <O extends object>(fields: O): Known<O> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as Known<O>

/** Null where nothing is known at all. */
const filled = <O extends object>(fields: O): O | null => (Object.keys(fields).length > 0 ? fields : null)

const orNull = <A, B>(value: A | null | undefined, then: (value: A) => B): B | null =>
  value === null || value === undefined ? null : then(value)

type Rows = readonly { interface: { id: number } }[]

/** Takes the answers apart. `id` is the bind key of the interface that was asked for. */
export function blocksOf(parts: LiveParts, id: number, { fdbRows }: { fdbRows: number }): DiagnosticData {
  const answer = <M extends Module>({ name }: M): ResultOf<M> | undefined => {
    const part = parts.get(name)
    // No row, and something did not arrive: not known, which is not the same as none.
    const unknown = Array.isArray(part?.data) && part.data.length === 0 && part.meta.missing.length > 0
    return unknown ? undefined : (part?.data as ResultOf<M> | undefined)
  }
  /** The row of the interface; of a module that lists them. */
  const own = <M extends Module>(module: M) =>
    (answer(module) as Rows | undefined)?.find(row => row.interface.id === id) as
      | (ResultOf<M> extends readonly (infer R)[] ? R : never)
      | undefined
  const plain = <R extends { interface: unknown }>(row: R | undefined) => {
    if (!row) return null
    const { interface: _, ...fields } = row
    return filled(known(fields))
  }

  const status = own(ponOntsStatus)
  const unis = mergedUnis(own(uniInterfacesStatus)?.unis, own(uniInterfacesVlans)?.unis)
  const links = answer(linkInfo)?.filter(row => row.interface.id === id)
  const described = own(interfaceDescriptions)
  const isOnu = status !== undefined || parts.has(ponOntsStatus.name)
  const description =
    described?.description ?? links?.map(link => link.description).find(text => text !== null) ?? null
  const macs = answer(fdb)
  const [serial, mac] = [own(ponOntsSerial)?.serial, own(ponOntsMacAddr)?.mac_address ?? status?._mac]
  const reasons = own(ponOntsReasons)
  const history = own(ponOntsDownHistory)?.logs
  const faults = own(errors) ?? own(interfaceCounters)
  const vlans = own(vlansByPort)
  const [media, optical] = [own(sfpMedia), own(sfpOptical)]

  return {
    interface: orNull(answer(parseInterface), known),
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
    uni: unis,
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
    ident: serial ? { value: serial, type: 'SERIAL' } : mac ? { value: mac, type: 'MAC' } : null,
    reasons: filled({ ...plain(reasons), ...(history ? { history_table: history.map(known) } : {}) }),
    counters: plain(own(interfaceCounters)),
    optical: plain(own(ponOntsOptical)),
    configuration: plain(own(ponOntsConfiguration)),
    profiles: orNull(answer(ponProfiles), known),
    link_info: orNull(links, rows => rows.flatMap(row => plain(row) ?? [])),
    errors: orNull(faults, ({ in_errors, out_errors, in_discards, out_discards }) =>
      filled(
        Object.fromEntries(
          Object.entries(known({ in_errors, out_errors, in_discards, out_discards })).map(([name, count]) => [
            name,
            String(count),
          ]),
        ),
      ),
    ),
    rmon: plain(own(rmon)),
    cable_diag: plain(own(cableDiag)),
    vlans: orNull(vlans, ({ untagged, tagged, forbidden }) =>
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
  } as DiagnosticData
}

type Unis<M extends Module> =
  ResultOf<M> extends readonly (infer R)[] ? (R extends { unis: infer U } ? U : never) : never

/** Ports of an ONU with their VLANs, by number. */
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
