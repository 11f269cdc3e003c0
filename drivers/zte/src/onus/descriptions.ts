import { implement, pick, type Implementation } from '@linecard/driver-kit'
import { ifLinkModules } from '@linecard/driver-kit/builders'
import { interfaceDescriptions, refOf } from '@linecard/driver-kit/modules'
import { forPorts } from './for-ports.ts'
import { findInterface, onusFor } from './interfaces.ts'
import { readOnus, usedTrees, type OnuRow } from './rows.ts'
import type { NameColumns, OnuTrees } from './tree.ts'

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
const textOf = ({ name, description }: { name?: string | null; description: string | null }): string =>
  name && !name.includes('ONU-') ? name : (description ?? '')

/** interface_descriptions: ifAlias of ports, names and descriptions of ONUs. */
export function descriptionModule(trees: OnuTrees): Implementation {
  const ports = pick(forPorts(trees, ifLinkModules()), interfaceDescriptions)
  return implement(interfaceDescriptions, async (session, args) => {
    const one = args.interface === undefined ? undefined : await findInterface(session, trees, args.interface)
    const ofPorts =
      args.interface_type === 'ONU' || one?.type === 'ONU' ? [] : ((await ports.run(session, args)) as Rows)
    if (args.interface_type === 'PHYSICAL' || (one && one.type !== 'ONU')) return ofPorts
    const { onus, read } = await onusFor(session, trees, one?.id)
    const known = new Map<number, OnuRow<NameColumns>>()
    for (const { names } of await usedTrees(session, trees)) {
      if (names) for (const [id, row] of await readOnus(session, names, read)) known.set(id, row)
    }
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
