import type { RowOf } from '../table/index.ts'
import { implement, type Implementation } from '../contract/implementation.ts'
import { pick } from '../contract/pick.ts'
import { ifLinkModules } from '../builders/if-links.ts'
import { interfaceDescriptions, refOf } from '../modules/index.ts'
import { forPorts } from './for-ports.ts'
import { allOnus } from './all-onus.ts'
import { findInterface } from './one-interface.ts'
import { newSight, readOnus, type OnuRow } from './rows.ts'
import type { NameColumns, Olt } from './tree.ts'
import { usedTrees } from './used-trees.ts'

type Rows = typeof interfaceDescriptions.example

/**
 * One part of a text with `$$` between its parts: the requested part, counted from 0, else the last part
 * that is not empty. Null if the part does not exist.
 */
export function blockOf(text: string, wanted?: number | string): string | null {
  const parts = text.split('$$').map(part => part.trim())
  return wanted === undefined ? (parts.findLast(part => part !== '') ?? '') : (parts[Number(wanted)] ?? null)
}

/** Name of an ONU if an operator gave it one (devices name ONUs `ONU-…`), else its description. */
const textOf = ({ name, description, alias }: Partial<RowOf<NameColumns>>): string =>
  name && !name.includes('ONU-') ? name : (description ?? alias ?? '')

/** interface_descriptions: ifAlias of ports, names and descriptions of ONUs. */
export function descriptionModule(olt: Olt): Implementation {
  const ports = pick(forPorts(olt, ifLinkModules()), interfaceDescriptions)
  return implement(interfaceDescriptions, async (session, args) => {
    const one = args.interface === undefined ? undefined : await findInterface(session, olt, args.interface)
    const ofPorts =
      args.interface_type === 'ONU' || one?.type === 'ONU' ? [] : ((await ports.run(session, args)) as Rows)
    if (args.interface_type === 'PHYSICAL' || (one && one.type !== 'ONU')) return ofPorts
    const chosen = one ? [one] : null
    const known = new Map<number, OnuRow<NameColumns>>()
    const sight = newSight()
    for (const { names } of await usedTrees(session, olt)) {
      if (names)
        for (const [id, row] of await readOnus(session, olt, names, chosen ?? 'all', undefined, sight))
          known.set(id, row)
    }
    const onus = chosen ?? (await allOnus(session, olt, known, { sight }))
    return [
      ...ofPorts,
      ...onus.map(onu => {
        const row = known.get(onu.id)
        return {
          interface: refOf(onu),
          description: row ? blockOf(textOf(row), args._description_block_index) : null,
          _description: row?.description ?? null,
          _name: row?.name ?? null,
        }
      }),
    ]
  })
}
