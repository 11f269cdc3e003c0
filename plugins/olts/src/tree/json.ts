import { rest, slice } from '@linecard/driver-kit'
import type { CardNode, Modules } from './schemas.ts'

/** JSON of ONUs by the bind key of their port, null for those without a port. */
export type OntsByPort = ReadonlyMap<number | null, string>

/** The tree as JSON, from rows that are JSON already. */
export function treeJson(nodes: readonly CardNode[], onts: OntsByPort): string {
  const left = new Map(onts)
  const cards = nodes.map(({ card, ports }) => {
    const inside = ports.map(port => {
      const key = port.interface?.id ?? null
      const rows = left.get(key) ?? ''
      left.delete(key)
      return `${JSON.stringify(port).slice(0, -1)},"onts":[${rows}]}`
    })
    return `{"card":${JSON.stringify(card)},"ports":[${inside.join(',')}]}`
  })
  return `{"cards":[${cards.join(',')}]}`
}

export const answerJson = (
  tree: string,
  meta: { total: number; limit: number; offset: number; modules: Modules },
): string => `{"statusCode":200,"meta":${JSON.stringify(meta)},"data":${tree}}`

/** Rows as JSON by port, in slices: those of a large OLT would block the process for long. */
export async function rowsByPort(
  rows: readonly { interface: { parent: number | null } }[],
): Promise<OntsByPort> {
  const parts = new Map<number | null, string[]>()
  const own = slice()
  for (const row of rows) {
    if (own.over()) await rest()
    const list = parts.get(row.interface.parent)
    if (list) list.push(JSON.stringify(row))
    else parts.set(row.interface.parent, [JSON.stringify(row)])
  }
  return new Map([...parts].map(([port, texts]) => [port, texts.join(',')]))
}
