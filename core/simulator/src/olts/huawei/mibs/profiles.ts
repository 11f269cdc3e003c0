import { type Subtree, int, table } from '../../../simulated/columns.ts'
import { xponNode } from '../node.ts'

/** The name of a profile is its row index: a length, and its characters. */
const nameIndex = (name: string): string => [name.length, ...Buffer.from(name)].join('.')
const names = { line: ['LINE-INTERNET', 'line-profile_default_0'], service: ['SRV-BRIDGE', 'SRV-ROUTER'] }

export const profileNames = (): Subtree =>
  function* (listing) {
    for (const [arc, list] of [
      [61, names.line],
      [65, names.service],
    ] as const)
      yield* table(
        listing,
        `${xponNode}.3.${arc}.1`,
        list.map(name => [nameIndex(name), name] as const),
        { 2: int(() => 1) },
      )
  }
