import {
  enumeration,
  implement,
  integer,
  map,
  octets,
  table,
  text,
  type Implementation,
} from '@linecard/driver-kit'
import { ponOntsConfiguration, refOf, wanted } from '@linecard/driver-kit/modules'
import {
  onusFor,
  readOnus,
  usedTrees,
  type Olt,
  type OnuRow,
  type PlaceIndex,
} from '@linecard/driver-kit/onus'
import { eponOnu, gponOnu } from '../indexes.ts'
import { devices } from '../nodes.ts'

const gponMethods = {
  1: 'SN',
  2: 'SN-Password',
  3: 'AlwaysOn',
  4: 'OnceOn',
  5: 'LOID-AlwaysOn',
  6: 'LOID-OnceOn',
  7: 'LOID-CheckCode-AlwaysOn',
  8: 'LOID-CheckCode-OnceOn',
  [-1]: 'Invalid',
} as const
const eponMethods = {
  1: 'OnceOn',
  2: 'AlwaysOn',
  3: 'MAC',
  4: 'LOID-OnceOn',
  5: 'LOID-AlwaysOn',
  6: 'LOID-AlwaysOn',
  7: 'LOID-CheckCode-OnceOn',
  8: 'LOID-CheckCode-AlwaysOn',
  [-1]: 'Invalid',
} as const

const isolated = (oid: string) =>
  map(enumeration(oid, { 0: 'no', 1: 'yes', [-1]: 'unknown' }), word =>
    word === 'unknown' ? null : word === 'yes',
  )

const tableOf = (
  { config, control, isolation }: { config: number; control: number; isolation: number },
  methods: Readonly<Record<number, string>>,
  index: PlaceIndex,
) => {
  const entry = `${devices}.${config}.1`
  return {
    index: [index],
    columns: table({
      method: map(enumeration(`${entry}.2`, methods), word => (word === 'Invalid' ? null : word)),
      // The password itself is never given out.
      password: map(octets(`${entry}.4`), value => value.some(octet => octet !== 0)),
      timeout: integer(`${entry}.5`, { none: [-1, 0] }),
      line: text(`${entry}.7`),
      service: text(`${entry}.8`),
      isolation: isolated(`${devices}.${control}.1.${isolation}`),
    }),
  }
}
const tables = {
  gpon: tableOf({ config: 43, control: 46, isolation: 26 }, gponMethods, gponOnu),
  epon: tableOf({ config: 53, control: 57, isolation: 27 }, eponMethods, eponOnu),
}
type Row = OnuRow<(typeof tables)['gpon']['columns']>

/** pon_onts_configuration: how the OLT knows the ONU, and its profiles. */
export const configuration = (olt: Olt): Implementation =>
  implement(ponOntsConfiguration, async (session, args) => {
    const { onus, read } = await onusFor(session, olt, args.interface)
    const rows = new Map<number, Row>()
    for (const { technology } of await usedTrees(session, olt)) {
      const source = tables[technology === 'epon' ? 'epon' : 'gpon']
      for (const [id, row] of await readOnus(session, olt, source, read)) rows.set(id, row as Row)
    }
    const may = <T>(field: string, value: T | null | undefined): T | null =>
      wanted(args.load_only, field) ? (value ?? null) : null
    return onus.map(one => {
      const row = rows.get(one.id)
      return {
        interface: refOf(one),
        line_profile: may('line_profile', row?.line),
        service_profile: may('service_profile', row?.service),
        auth_method: may('auth_method', row?.method),
        timeout: may('timeout', row?.timeout),
        isolation: may('isolation', row?.isolation),
        has_password: may('has_password', row?.password),
      }
    })
  })
