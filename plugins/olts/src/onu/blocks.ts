import type { Module, ResultOf } from '@linecard/driver-kit'
import {
  Interface,
  errors,
  fdb,
  interfaceCounters,
  interfaceDescriptions,
  ponOntsConfiguration,
  ponOntsDownHistory,
  ponOntsMacAddr,
  ponOntsOptical,
  ponOntsReasons,
  ponOntsSerial,
  ponOntsServiceProfile,
  ponOntsStatus,
  ponOntsVendor,
  uniInterfacesStatus,
  uniInterfacesVlans,
} from '@linecard/driver-kit/modules'
import { closedObject, nullable, type LiveParts } from '@linecard/plugin-kit'
import { Type as T, type TSchema } from 'typebox'

/** The modules about one ONU. Unsupported ones are null in the answer, with the reason in `meta`. */
export const ofOnu: readonly Module[] = [
  ponOntsStatus,
  ponOntsOptical,
  ponOntsReasons,
  ponOntsSerial,
  ponOntsMacAddr,
  interfaceDescriptions,
  ponOntsVendor,
  ponOntsConfiguration,
  ponOntsServiceProfile,
  uniInterfacesStatus,
  uniInterfacesVlans,
  interfaceCounters,
  errors,
  ponOntsDownHistory,
  fdb,
]

const rowSchema = ({ result }: Module): TSchema => {
  const { interface: _, ...fields } = (
    result as unknown as { items: { properties: Record<string, TSchema> } }
  ).items.properties
  return closedObject(fields)
}
const why = 'null: not supported by the model, not received, or nothing about this ONU (see meta)'
const block = (module: Module, what: string) =>
  T.Union([rowSchema(module), T.Null()], { description: `${what}; ${why}` })
const blocks = (schema: TSchema, what: string) =>
  T.Union([T.Array(schema), T.Null()], { description: `${what}; ${why}` })

const uniFields = (module: typeof uniInterfacesStatus | typeof uniInterfacesVlans) => {
  const { num: _, ...fields } = module.result.items.properties.unis.items.properties
  return fields as Record<string, TSchema>
}
const Uni = closedObject(
  {
    num: T.Integer({ description: 'Number of the port' }),
    state: nullable(closedObject(uniFields(uniInterfacesStatus))),
    vlans: nullable(closedObject(uniFields(uniInterfacesVlans))),
  },
  { description: 'An Ethernet port of the ONU' },
)

/** One ONU with everything that its OLT tells about it. */
export const Onu = closedObject(
  {
    interface: Interface,
    stored: T.Union([T.Unsafe<Record<string, unknown>>({ $ref: 'inventory.InterfaceCard' }), T.Null()], {
      description: 'What is stored about it; null: the inventory does not have it',
    }),
    ident: closedObject(
      {
        type: nullable(T.Enum(['SERIAL', 'MAC'])),
        value: nullable(T.String({ description: 'Serial number or MAC address; null: not told' })),
        serial_ascii: nullable(T.String({ description: '4 letters and 8 hexadecimal digits' })),
        serial_hex: nullable(T.String({ description: '16 hexadecimal digits' })),
      },
      { description: 'What identifies the ONU' },
    ),
    status: block(ponOntsStatus, 'State'),
    reasons: block(ponOntsReasons, 'Last registration and loss'),
    optical: block(ponOntsOptical, 'Light at both ends'),
    name: nullable(T.String({ description: 'Name on the OLT' })),
    description: nullable(T.String({ description: 'Description on the OLT' })),
    vendor: block(ponOntsVendor, 'Maker, model, versions'),
    configuration: block(ponOntsConfiguration, 'Provisioning'),
    service_ports: blocks(rowSchema(ponOntsServiceProfile), 'Service ports'),
    unis: blocks(Uni, 'Ethernet ports with their VLANs'),
    macs: blocks(rowSchema(fdb), 'MAC addresses behind it'),
    counters: block(interfaceCounters, 'Traffic since the start of the counters'),
    errors: block(errors, 'Errors'),
    down_history: blocks(
      ponOntsDownHistory.result.items.properties.logs.items,
      'Registrations and losses, newest first',
    ),
  },
  { $id: 'olts.Onu' },
)

type Row = { interface: { id: number } | null } & Record<string, unknown>

function withoutPlace(row: Row): Record<string, unknown> {
  const { interface: _, ...rest } = row
  return rest
}

/** What the parts say about one ONU. */
export function blocksOf(parts: LiveParts, id: number) {
  const rows = <M extends Module>({ name }: M): ResultOf<M> | null => {
    const data = parts.get(name)?.data as Row[] | undefined
    return (data?.filter(row => row.interface?.id === id) ?? null) as ResultOf<M> | null
  }
  const one = (module: Module): Record<string, unknown> | null => {
    const [row] = (rows(module) ?? []) as unknown as Row[]
    return row ? withoutPlace(row) : null
  }
  const list = (module: Module) => (rows(module) as unknown as Row[] | null)?.map(withoutPlace) ?? null
  const serial = rows(ponOntsSerial)?.[0]
  const mac = rows(ponOntsMacAddr)?.[0]?.mac_address ?? null
  const value = serial?.serial ?? mac
  const names = rows(interfaceDescriptions)?.[0]
  return {
    ident: {
      type: serial?.serial ? ('SERIAL' as const) : mac ? ('MAC' as const) : null,
      value,
      serial_ascii: serial?._serial_ascii ?? null,
      serial_hex: serial?._serial_hex ?? null,
    },
    status: one(ponOntsStatus),
    reasons: one(ponOntsReasons),
    optical: one(ponOntsOptical),
    name: names?._name ?? null,
    description: names?._description ?? names?.description ?? null,
    vendor: one(ponOntsVendor),
    configuration: one(ponOntsConfiguration),
    service_ports: list(ponOntsServiceProfile),
    unis: unisOf(rows(uniInterfacesStatus), rows(uniInterfacesVlans)),
    macs: list(fdb),
    counters: one(interfaceCounters),
    errors: one(errors),
    down_history: rows(ponOntsDownHistory)?.[0]?.logs ?? null,
  }
}

/** Ports with state and VLANs. A port that only one module names is listed too. */
function unisOf(
  states: ResultOf<typeof uniInterfacesStatus> | null,
  vlans: ResultOf<typeof uniInterfacesVlans> | null,
) {
  const [up, tagged] = [states?.[0]?.unis, vlans?.[0]?.unis]
  if (!up && !tagged) return null
  const nums = [...new Set([...(up ?? []), ...(tagged ?? [])].map(({ num }) => num))].toSorted(
    (a, b) => a - b,
  )
  const at = <R extends { num: number }>(rows: readonly R[] | undefined, wanted: number) => {
    const found = rows?.find(({ num }) => num === wanted)
    if (!found) return null
    const { num: _, ...rest } = found
    return rest
  }
  return nums.map(num => ({ num, state: at(up, num), vlans: at(tagged, num) }))
}

const first = <M extends Module>({ example }: M) => withoutPlace((example as unknown as Row[])[0]!)
export const exampleOnu = {
  interface: { ...ponOntsStatus.example[0]!.interface, pontype: 'gpon', _onu: 5 },
  stored: null,
  ident: {
    type: 'SERIAL',
    value: 'ZTEGC1086C70',
    serial_ascii: 'ZTEGC1086C70',
    serial_hex: '5A544547C1086C70',
  },
  status: first(ponOntsStatus),
  reasons: first(ponOntsReasons),
  optical: first(ponOntsOptical),
  name: 'ONU-0/1:5',
  description: 'contract 11619',
  vendor: first(ponOntsVendor),
  configuration: first(ponOntsConfiguration),
  service_ports: null,
  unis: [
    {
      num: 1,
      state: { status: 'Up', admin_state: 'Enabled', speed: '1000', duplex: 'Full' },
      vlans: { pvid: 301, pvid_mode: 'Tagged' },
    },
  ],
  macs: [first(fdb)],
  counters: null,
  errors: null,
  down_history: ponOntsDownHistory.example[0]!.logs,
}
