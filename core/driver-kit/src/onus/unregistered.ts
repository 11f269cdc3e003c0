import { implement, type Implementation } from '../contract/implementation.ts'
import type { Session } from '../contract/session.ts'
import { interfacesList, unregisteredOnts } from '../modules/index.ts'
import { readTable, type Columns, type RowOf } from '../table/index.ts'
import { serialFields } from './identity.ts'
import type { PortPlace } from './places.ts'
import type { Olt } from './tree.ts'

/**
 * What an OLT tells about an ONU that waits. `ident`: serial number or MAC address; null: the row is left
 * out.
 */
export interface WaitingFacts {
  ident: string | null
  password?: string | null
  model?: string | null
  /** Hardware version. */
  version?: string | null
  firmware?: string | null
  equipment?: string | null
  loid?: string | null
  checkCode?: string | null
  /** First seen, by the clock of the OLT. */
  since?: string | null
  /** Why it waits, in the vendor's words. */
  info?: string | null
}

/** Where an OLT lists waiting ONUs of one technology. */
export interface Waiting {
  type: 'gpon' | 'epon'
  /** All that wait now. `port`: null if the OLT does not tell on which port. */
  read(session: Session): Promise<readonly { facts: WaitingFacts; port: PortPlace | null }[]>
}

/** A table of ONUs that wait. `portOf` gets the row index. */
export const waitingTable = <const C extends Columns>(
  type: Waiting['type'],
  columns: C,
  portOf: (index: string) => PortPlace | null,
  factsOf: (row: RowOf<C>) => WaitingFacts | null,
): Waiting => ({
  type,
  read: async session =>
    [...(await readTable(session, columns))].flatMap(([index, row]) => {
      const facts = factsOf(row)
      return facts ? [{ facts, port: portOf(index) }] : []
    }),
})

/** unregistered_onts. */
export const unregisteredModule = ({ places }: Olt, sources: readonly Waiting[]): Implementation =>
  implement(unregisteredOnts, async (session, args) => {
    const ports = new Map((await session.call(interfacesList, { root: true })).map(one => [one.id, one]))
    const rows = []
    for (const { type, read } of sources) {
      if (args.type && args.type !== 'all' && args.type !== type) continue
      for (const { facts, port } of await read(session)) {
        const { ident } = facts
        if (ident === null) continue
        const id = port && places.keyOf({ ...port, onu: null })
        rows.push({
          interface: id === null ? null : (ports.get(id) ?? null),
          _ident: ident,
          serial: type === 'gpon' ? ident : null,
          mac_address: type === 'epon' ? ident : null,
          ...(type === 'gpon' && serialFields(ident)),
          password: facts.password ?? null,
          model: facts.model ?? null,
          version: facts.version ?? null,
          fw_version: facts.firmware ?? null,
          equipment_id: facts.equipment ?? null,
          loid: facts.loid ?? null,
          ...(facts.checkCode !== undefined && { check_code: facts.checkCode }),
          reg_time: facts.since ?? null,
          ...(facts.info !== undefined && { custom_info: facts.info }),
          type,
        })
      }
    }
    return rows
  })
