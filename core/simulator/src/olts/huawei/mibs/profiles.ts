import { type Subtree, int, table } from '../../../simulated/columns.ts'
import { xponNode } from '../node.ts'
import { profiles } from '../profiles.ts'

/** The name of a profile is its row index: a length, and its characters. */
const nameIndex = (name: string): string => [name.length, ...Buffer.from(name)].join('.')

export const profileNames = (): Subtree =>
  function* (listing) {
    for (const [arc, list] of [
      [61, profiles.line],
      [65, profiles.service],
    ] as const)
      yield* table(
        listing,
        `${xponNode}.3.${arc}.1`,
        list.map(({ name }) => [nameIndex(name), name] as const),
        { 2: int(() => 1) },
      )
  }
