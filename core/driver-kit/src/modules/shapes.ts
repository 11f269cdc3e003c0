import { Type as T, type Static, type TProperties, type TSchema } from 'typebox'

/** An object that has only the declared fields. */
export const closed = <P extends TProperties>(fields: P, description?: string) =>
  T.Object(fields, { additionalProperties: false, ...(description ? { description } : {}) })

/** The value. Null if the device does not give it. */
export const orNull = <S extends TSchema>(schema: S, description?: string) =>
  T.Union([schema, T.Null()], description ? { description } : {})

/** A number with its unit in the description. Null if the device does not give it. */
export const numberOrNull = (description: string) => orNull(T.Number(), description)
/** A whole number with its unit in the description. Null if the device does not give it. */
export const integerOrNull = (description: string) => orNull(T.Integer(), description)
/** A text, of any length and possibly empty. Null if the device does not give it. */
export const textOrNull = (description: string) => orNull(T.String(), description)
/** True or false. Null if the device does not tell it. */
export const booleanOrNull = (description: string) => orNull(T.Boolean(), description)
/** One of the words. Null if the device does not give it. */
export const wordOrNull = <W extends string[]>(words: readonly [...W], description: string) =>
  orNull(T.Enum(words), description)

/** Whole number from a counter. Above 2^53 a decimal string, so that no client loses digits. */
export const Counter = T.Union([T.Integer({ minimum: 0 }), T.String({ pattern: '^[0-9]+$' })])
/** A `Counter` with its unit in the description. Null if the device does not count it. */
export const counterOrNull = (description: string) =>
  T.Union([T.Integer({ minimum: 0 }), T.String({ pattern: '^[0-9]+$' }), T.Null()], { description })

/** One line of text. Control characters are not allowed: they could end a command or a table cell. */
export const oneLinePattern = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$'

/** A MAC address in the form of all answers, which `macOf` and `parseMac` give. */
export const macPattern = '^([0-9A-F]{2}:){5}[0-9A-F]{2}$'
/** A MAC address that every row has: it is never null. */
export const Mac = T.String({ pattern: macPattern, description: 'MAC address as AA:BB:CC:DD:EE:FF' })
/** A MAC address, with what it is the address of in the description. Null if the device does not give it. */
export const macOrNull = (description: string) => orNull(T.String({ pattern: macPattern }), description)

/** ifOperStatus (IF-MIB) in the words of the API. LLDown is lowerLayerDown. */
export const linkStates = ['Up', 'Down', 'Testing', 'Unknown', 'Dormant', 'NotPresent', 'LLDown'] as const
/** ifAdminStatus (IF-MIB) in the words of the API. */
export const adminStates = ['Enabled', 'Disabled', 'Testing'] as const
/** States of ONUs, the same for all vendors: `StateWords` maps the words of an OLT to them. */
export const onuStatuses = [
  'Online',
  'Offline',
  'LOS',
  'PowerOff',
  'Unregistered',
  'Disabled',
  'Unknown',
] as const
/** One of `linkStates`. */
export type LinkState = (typeof linkStates)[number]
/** One of `adminStates`. */
export type AdminState = (typeof adminStates)[number]
/** One of `onuStatuses`. A state that the OLT does not tell is `Unknown`, never null. */
export type OnuStatus = (typeof onuStatuses)[number]

/** The field `oper_status` of an interface. */
export const linkState = wordOrNull(
  linkStates,
  'Link state (ifOperStatus); LLDown: a lower layer is down. null: not given',
)
/** The field `admin_state` of an interface. */
export const adminState = wordOrNull(adminStates, 'Configured state (ifAdminStatus). null: not given')
/** The field `status` of an ONU. It has no null. */
export const onuStatus = T.Enum(onuStatuses, {
  description:
    'State of the ONU, with the reason if it is offline: LOS is no light, PowerOff is a dying gasp',
})

const identity = {
  id: T.Integer({
    description:
      'Stable bind key. It survives renaming, re-indexing and reboot as far as the device allows it',
  }),
  name: T.String({ description: 'Name as the device shows it' }),
  type: T.String({
    description:
      'Kind of interface: ETH FE GE TGE SFP PON ONU UNI VLAN LACP LOOPBACK VIRTUAL TUNNEL … UNKNOWN',
  }),
  parent: integerOrNull('Bind key of the parent interface (PON port of an ONU); null: none'),
  if_index: integerOrNull('ifIndex of IF-MIB at the time of reading; null: the interface has none'),
}

/** The interface that a row describes. */
export const InterfaceRef = closed(identity, 'Interface of the device')
export type InterfaceRef = Static<typeof InterfaceRef>

/**
 * An interface with its position in the device. Templates and clients already use the names with an
 * underscore.
 */
export const Interface = closed(
  {
    ...identity,
    descr: T.Optional(textOrNull('ifDescr')),
    if_type: T.Optional(integerOrNull('ifType as number of IANAifType-MIB')),
    mac_address: T.Optional(macOrNull('ifPhysAddress')),
    xid: T.Optional(integerOrNull("Index in the vendor's own tables")),
    uni: T.Optional(integerOrNull("Number of the ONU's Ethernet port")),
    pontype: T.Optional(
      wordOrNull(['epon', 'gpon', 'xgpon', 'xgspon', 'xepon'], 'PON technology; null: unknown'),
    ),
    _technology: T.Optional(
      wordOrNull(['epon', 'gpon', 'xgpon', 'xgspon', 'xepon'], 'PON technology; null: unknown'),
    ),
    _frame: T.Optional(integerOrNull('Frame, rack or shelf')),
    _slot: T.Optional(integerOrNull('Slot')),
    _port: T.Optional(integerOrNull('Port in the slot')),
    _onu: T.Optional(integerOrNull('Number of the ONU on its PON port')),
    _pon_max_ont_size: T.Optional(integerOrNull('Maximum number of ONUs on the PON port')),
  },
  'Interface of the device, with its position',
)
export type Interface = Static<typeof Interface>

/** Rows about interfaces. */
export const perInterface = <P extends TProperties>(fields: P) =>
  T.Array(closed({ interface: InterfaceRef, ...fields }))

/** The five fields that identify an interface. */
export const refOf = ({ id, name, type, parent, if_index }: Interface): InterfaceRef => ({
  id,
  name,
  type,
  parent,
  if_index,
})

/** An Ethernet port for the examples of modules. */
export const examplePort: InterfaceRef = { id: 3, name: 'Gi0/3', type: 'ETH', parent: null, if_index: 3 }
/** A PON port for the examples of modules: the parent of `exampleOnu`. */
export const examplePon: InterfaceRef = { id: 101, name: 'gpon0/1', type: 'PON', parent: null, if_index: 101 }
/** An ONU for the examples of modules. It is no row of ifTable. */
export const exampleOnu: InterfaceRef = {
  id: 101005,
  name: 'gpon0/1:5',
  type: 'ONU',
  parent: 101,
  if_index: null,
}
