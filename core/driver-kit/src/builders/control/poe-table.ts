import { implement, type Implementation } from '../../contract/implementation.ts'
import { DeviceError } from '../../contract/errors.ts'
import { ctrlPoeState, poeInfo, refOf } from '../../modules/index.ts'
import { enumeration, table, type Column } from '../../table/index.ts'
import { interfacesFor, rowsByIfIndex } from '../interfaces.ts'
import { ifIndexOf, integerTo, written } from './act.ts'
import { change } from './confirm.ts'
import { portFor, type PortState } from './port.ts'

/** A vendor's own table of power over Ethernet, by ifIndex. */
export interface PoeTable {
  /** Admin state, which is also written. */
  admin: { oid: string; codes: Readonly<Record<PortState, number>> }
  /** What an enabled port does; one that is disabled is off. */
  status?: Column<'Searching' | 'Delivering' | 'Fault'>
  priority?: Column<'Critical' | 'High' | 'Low'>
  class?: Column<number>
  /** Delivered power, mW. */
  power?: Column<number>
}

type Row = {
  admin: 'Enabled' | 'Disabled' | null
  status?: 'Searching' | 'Delivering' | 'Fault' | null
  priority?: 'Critical' | 'High' | 'Low' | null
  class?: number | null
  power?: number | null
}

/**
 * poe_info and ctrl_poe_state from a vendor's table, for devices without POWER-ETHERNET-MIB. A port without
 * PoE has no row.
 */
export const poeTable = ({ admin: { oid, codes }, ...columns }: PoeTable): Implementation[] => {
  const all = table({
    admin: enumeration(oid, { [codes.enable]: 'Enabled', [codes.disable]: 'Disabled' } as const),
    ...(columns as Record<string, Column<unknown>>),
  })
  return [
    implement(poeInfo, async (session, args) => {
      const rows = (await rowsByIfIndex(
        session,
        all,
        await interfacesFor(session, args.interface),
        args.interface,
      )) as [Parameters<typeof refOf>[0], Row][]
      return rows
        .filter(([, { admin }]) => admin !== null)
        .map(([one, row]) => {
          const status = row.admin === 'Disabled' ? ('Off' as const) : (row.status ?? null)
          return {
            interface: refOf(one),
            admin_state: row.admin,
            status,
            class: status === 'Delivering' ? (row.class ?? null) : null,
            priority: row.priority ?? null,
            power_mw: row.power ?? null,
          }
        })
    }),
    change(ctrlPoeState, async (session, args) => {
      const one = await portFor(session, args.interface)
      const state = async (again?: true) =>
        (await session.call(poeInfo, { interface: one.id }, again ? { again } : {}))[0]?.admin_state ?? null
      if ((await state()) === null)
        throw new DeviceError('BadArgument', `${one.name} does not supply power over Ethernet`, {
          argument: 'interface',
        })
      const act = written(() => [integerTo(`${oid}.${ifIndexOf(one)}`, codes[args.state])])
      return {
        act: () => act(session),
        what: `the power of ${one.name}`,
        wanted: now => now === (args.state === 'enable' ? 'Enabled' : 'Disabled'),
        read: () => state(true),
      }
    }),
  ]
}
