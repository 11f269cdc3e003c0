import type { ResultOf } from '@linecard/driver-kit'
import {
  Interface,
  interfaceDescriptions,
  interfacesList,
  linkInfo,
  ponCountRegisteredOnts,
  ponPortsList,
  ponPortsOptical,
} from '@linecard/driver-kit/modules'
import { byInterface, closedObject, nullable, type LiveAnswer } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'

type Port = ResultOf<typeof ponPortsList>[number]
interface Row {
  interface: Port
  registered: number | null
  [field: string]: unknown
}

/** Share of the numbers of a PON port that are taken, percent; null: not known. */
export const fillingOf = (registered: number | null, maximum: number | null): number | null =>
  registered === null || !maximum ? null : Math.round((registered / maximum) * 1000) / 10

export const maximumOf = ({ _pon_max_ont_size: maximum }: Interface): number | null => maximum ?? null

export const Filling = {
  maximum: nullable(T.Integer({ description: 'Most ONUs of the port; null: not known' })),
  filling: nullable(T.Number({ description: 'Share of them that is registered, percent; null: not known' })),
}

const joined = byInterface(
  {
    registered: { module: ponCountRegisteredOnts, field: 'count' },
    link: { module: linkInfo, several: true },
    description: { module: interfaceDescriptions, field: 'description' },
    optical: { module: ponPortsOptical },
  },
  { $id: 'olts.PonPortRow' },
  ponPortsList,
)
const fields = (joined.schema as unknown as { items: { properties: Record<string, never> } }).items.properties

/** How each module is asked: not for the ONUs, which are thousands. */
const ports: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  [interfaceDescriptions.name]: { interface_type: 'PHYSICAL' },
}
const asPorts = ({ modules }: LiveAnswer): LiveAnswer['modules'] =>
  modules.map(asked => {
    const { module } = asked
    const args = ports[module.name]
    return {
      ...asked,
      ...(args && { args }),
      ...(module === ponPortsList && {
        narrow: (rows: readonly Port[], id: number) => rows.filter(row => row.id === id),
      }),
    } as typeof asked
  })

/** PON ports with their number of ONUs, filling and transceivers. */
export const ponPortsAnswer: LiveAnswer = {
  ...joined,
  schema: T.Array(
    closedObject(
      { ...fields, ...Filling },
      { $id: 'olts.PonPort', description: 'A PON port. `optical` is its own transceiver: dBm, °C, V, mA' },
    ),
  ),
  example: (joined.example as Row[]).map(row => ({ ...row, maximum: 128, filling: 37.5 })),
  modules: asPorts(joined),
  make(parts) {
    const rows = joined.make(parts) as Row[] | null
    const pons = parts.get(ponPortsList.name)?.data as Port[] | undefined
    const ids = pons && new Set(pons.map(({ id }) => id))
    const isPon = ({ interface: { id, type } }: Row) => ids?.has(id) ?? type === 'PON'
    return (
      rows?.filter(isPon).map(row => {
        const maximum = maximumOf(row.interface)
        return { ...row, maximum, filling: fillingOf(row.registered, maximum) }
      }) ?? null
    )
  },
}

const belowPon = new Set(['PON', 'ONU', 'UNI'])
const others = byInterface(
  {
    link: { module: linkInfo, several: true },
    description: { module: interfaceDescriptions, field: 'description' },
  },
  { $id: 'olts.PhysicalPort', description: 'A port that is no PON port' },
  interfacesList,
)

/** Uplinks and all other ports that are no PON ports. */
export const physicalPortsAnswer: LiveAnswer = {
  ...others,
  modules: asPorts(others).map(asked =>
    asked.module.name === interfacesList.name ? { ...asked, args: { root: true } } : asked,
  ),
  make(parts) {
    const rows = others.make(parts) as Row[] | null
    return rows?.filter(({ interface: { type } }) => !belowPon.has(type)) ?? null
  },
}
