import { block } from './block.ts'
import { compare } from './compare.ts'
import type { Helper } from './helper.ts'
import { list } from './list.ts'
import { logic } from './logic.ts'
import { number } from './number.ts'
import { text } from './text.ts'
import { variable } from './variable.ts'

export type { Helper } from './helper.ts'

/** All helpers, with what they do. */
export const allHelpers: readonly Helper[] = [
  ...compare,
  ...logic,
  ...number,
  ...text,
  ...list,
  ...variable,
  ...block,
]

const byName: ReadonlyMap<string, Helper> = new Map(allHelpers.map(helper => [helper.name, helper]))

export const helperNames: readonly string[] = [...byName.keys()]
export const helperNamed = (name: string): Helper | undefined => byName.get(name)
