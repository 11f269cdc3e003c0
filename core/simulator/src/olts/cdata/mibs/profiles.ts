import { onuRows } from '../../../olt/onu-rows.ts'
import type { SimulatedOlt } from '../../../olt/olt.ts'
import type { Onu } from '../../../olt/onu-state.ts'
import { type Subtree, int, table, text } from '../../../simulated/columns.ts'
import { type LongTable, longTable } from '../../../simulated/long-tables.ts'
import { cdataNode, nscrtv } from '../node.ts'
import { profilesOf } from '../profiles.ts'
import { boundOf, servicePorts } from '../services.ts'

const gpon = `${nscrtv}.2.8.11`
const epon = `${cdataNode}.1.3.1.1.1`

/** The tables of profiles: DBA, line, service, traffic. */
export const profileTables = (technology: 'gpon' | 'epon'): Subtree =>
  function* (listing) {
    const node = technology === 'gpon' ? gpon : epon
    const { dba, line, srv, traffic } = profilesOf[technology]
    for (const [at, list] of [dba, line, srv].entries())
      yield* table(
        listing,
        `${node}.${at + 1}.1.1`,
        list.map(one => [one.id, one] as const),
        { 2: text(one => one.name) },
      )
    yield* table(
      listing,
      `${node}.4.1.1`,
      traffic.map(one => [one.id, one] as const),
      {
        2: text(one => one.name),
        3: int(one => one.rates[0]),
        4: int(one => one.rates[1]),
        5: int(one => one.rates[2]),
        6: int(one => one.rates[3]),
      },
    )
  }

/** Line and service profile of each ONU, in the columns `line` and the next one. */
export const boundTable = (
  olt: SimulatedOlt,
  entry: string,
  line: number,
  index: (onu: Onu) => number,
): LongTable =>
  longTable(entry, onuRows(olt, index), {
    [line]: int(onu => boundOf(olt, onu).line),
    [line + 1]: int(onu => boundOf(olt, onu).srv),
  })

const actions: Readonly<Record<string, number>> = { default: 0, transparent: 1, translate: 2 }

/** Service ports of firmware 3. */
export const servicePortTable = (olt: SimulatedOlt): Subtree =>
  function* (listing) {
    listing.expires(Infinity)
    yield* table(
      listing,
      `${cdataNode}.1.3.100.9.2.1`,
      servicePorts(olt).map(one => [one.index, one] as const),
      {
        4: int(({ vlan }) => vlan),
        5: int(({ onu }) => onu.port.number),
        6: int(({ onu }) => onu.id),
        7: int(({ gem }) => gem),
        8: int(({ userVlan }) => userVlan),
        13: int(() => 1),
        14: int(({ onu }, now) => (onu.state.at(now).state === 'Online' ? 1 : 0)),
        15: int(({ action }) => actions[action] ?? 0),
      },
    )
  }
