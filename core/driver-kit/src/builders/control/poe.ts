import { implement, type Implementation } from '../../contract/implementation.ts'
import type { Session } from '../../contract/session.ts'
import { DeviceError } from '../../contract/errors.ts'
import { ctrlPoeState, poeInfo, refOf, type Interface } from '../../modules/index.ts'
import { enumeration, integer, readTable, table, type Column } from '../../table/index.ts'
import { reportPortless } from '../fdb-rows.ts'
import { interfacesFor } from '../interfaces.ts'
import { integerTo, written } from './act.ts'
import { change } from './confirm.ts'
import { portFor } from './port.ts'

const entry = '1.3.6.1.2.1.105.1.1.1'
/** pethPsePortTable (POWER-ETHERNET-MIB, RFC 3621). Index: group, port. */
const ports = table({
  admin: enumeration(`${entry}.3`, { 1: 'Enabled', 2: 'Disabled' }),
  status: enumeration(`${entry}.6`, {
    1: 'Off',
    2: 'Searching',
    3: 'Delivering',
    4: 'Fault',
    5: 'Test',
    6: 'OtherFault',
  }),
  priority: enumeration(`${entry}.7`, { 1: 'Critical', 2: 'High', 3: 'Low' }),
  // The MIB counts classes from 1: class0(1).
  class: integer(`${entry}.10`),
})

/** Which interface a row of pethPsePortTable is, and where the agent has the power of a port. */
export interface PoeOptions {
  /**
   * The interface of a row. By default the ifIndex in `port`, else the port of that number in the unit
   * `group`.
   */
  interfaceOf?: (group: number, port: number, interfaces: readonly Interface[]) => Interface | undefined
  /** Delivered power in mW, by the same index; the standard has none per port. */
  power?: Column<number>
}

const wired: ReadonlySet<string> = new Set(['ETH', 'FE', 'GE', 'TGE', 'SFP'])

const numbersOf = (name: string) => name.split(/\D+/).filter(Boolean).map(Number)

/**
 * pethPsePortIndex is a number within the group; most agents give the ifIndex, others the number on the
 * front.
 */
function usualInterface(
  group: number,
  port: number,
  interfaces: readonly Interface[],
): Interface | undefined {
  const byIndex = interfaces.find(one => one.if_index === port && wired.has(one.type))
  if (group === 1 && byIndex) return byIndex
  return (
    interfaces.find(one => {
      const numbers = numbersOf(one.name)
      return wired.has(one.type) && numbers.at(-1) === port && (numbers.length === 1 || numbers[0] === group)
    }) ?? byIndex
  )
}

async function readPoe(session: Session, { interfaceOf = usualInterface, power }: PoeOptions) {
  const interfaces = await interfacesFor(session)
  const rows = await readTable(session, { ...ports, ...(power && { power }) })
  const found = [...rows].flatMap(([index, row]) => {
    const [group, port] = index.split('.').map(Number) as [number, number]
    const one = interfaceOf(group, port, interfaces)
    return one ? [{ one, index, row: row as typeof row & { power?: number | null } }] : []
  })
  reportPortless(session, ports.status.oid, rows.size - found.length)
  return found
}

/** poe_info and ctrl_poe_state from POWER-ETHERNET-MIB. */
export const poe = (options: PoeOptions = {}): Implementation[] => [
  implement(
    poeInfo,
    async (session, args) => {
      const chosen = new Set((await interfacesFor(session, args.interface)).map(({ id }) => id))
      return (await readPoe(session, options))
        .filter(({ one }) => chosen.has(one.id))
        .map(({ one, row }) => ({
          interface: refOf(one),
          admin_state: row.admin,
          status: row.status,
          class: row.status === 'Delivering' && row.class !== null ? row.class - 1 : null,
          priority: row.priority,
          power_mw: row.power ?? null,
        }))
    },
    { source: 'POWER-ETHERNET-MIB' },
  ),
  change(ctrlPoeState, async (session, args) => {
    const port = await portFor(session, args.interface)
    const found = (await readPoe(session, options)).find(({ one }) => one.id === port.id)
    if (!found)
      throw new DeviceError('BadArgument', `${port.name} does not supply power over Ethernet`, {
        argument: 'interface',
      })
    const act = written(() => [integerTo(`${entry}.3.${found.index}`, args.state === 'enable' ? 1 : 2)])
    return {
      act: () => act(session),
      what: `the power of ${port.name}`,
      wanted: now => now === (args.state === 'enable' ? 'Enabled' : 'Disabled'),
      read: async () =>
        (await session.call(poeInfo, { interface: port.id }, { again: true }))[0]?.admin_state ?? null,
    }
  }),
]
