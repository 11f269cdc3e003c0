import { consoleSource, implement, type Implementation, type Session } from '@linecard/driver-kit'
import { fdb, refOf, type Interface } from '@linecard/driver-kit/modules'
import { findInterface, type Olt } from '@linecard/driver-kit/onus'
import { chosen, portsOf } from '../fdb.ts'
import { parseName } from '../names.ts'
import { parseFdb } from '../parse/fdb.ts'
import { listed, named } from './ask.ts'

type Row = (typeof fdb.example)[number]

/** The commands that show the addresses behind an interface, or all addresses. */
type Commands = (one: Interface | null, ports: readonly Interface[]) => readonly string[]

/** FD16xx and FD17xx: one command shows all, with the ONU in each row. */
export const gponMacs: Commands = one => {
  const at = one && parseName(one.name)
  if (at?.kind !== 'pon') return ['show mac-address all']
  const onu = at.onu === null ? '' : ` ont ${at.onu}`
  return [`show mac-address port pon 0/${at.slot}/${at.port}${onu}`]
}

/** FD12xx: a command for each port, and ONUs in the rows only with `with-ont-location`. */
export const eponMacs: Commands = (one, ports) =>
  (one ? [one] : ports).flatMap(({ name }) => {
    const at = parseName(name)
    if (!at || at.kind === 'lag') return []
    const [kind, tail] = at.kind === 'pon' ? ['epon', ' with-ont-location'] : [at.kind, '']
    return [`show mac-address port ${kind} 0/${at.slot}/${at.port}${tail}`]
  })

async function learnt(session: Session, olt: Olt, command: string, ports: ReadonlyMap<number, Interface>) {
  return parseFdb(await listed(session, command)).map(({ mac, vlan, port, onu, uni, gem, dynamic }): Row => {
    const behind = named(olt, ports, port, onu)
    return {
      interface: behind ? refOf(behind) : null,
      mac_address: mac,
      vlan_id: vlan,
      status: dynamic === null ? null : dynamic ? 'LEARNED' : 'STATIC',
      is_dynamic: dynamic,
      ...(uni !== null && { uni }),
      ...(gem !== null && { gem_port: gem }),
    }
  })
}

/** fdb. The console has no search for one address. */
export const consoleFdb = (olt: Olt, commands: Commands): Implementation =>
  implement(
    fdb,
    async (session, { interface: asked, mac, vlan_id }) => {
      const one = asked === undefined ? null : await findInterface(session, olt, asked)
      const ports = await portsOf(session)
      const rows: Row[] = []
      for (const command of commands(one, [...ports.values()]))
        rows.push(...(await learnt(session, olt, command, ports)))
      return chosen(session, olt, rows, { mac, vlan_id, ...(one && { interface: one.id }) })
    },
    { source: consoleSource },
  )
