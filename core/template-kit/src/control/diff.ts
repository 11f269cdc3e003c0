import { unifiedDiff } from '../diff.ts'
import { filesOf, type Layout } from './folder.ts'
import type { TObject } from 'typebox'

export interface PartDiff {
  /** File of the folder format, e.g. `template.hbs`. */
  part: string
  /** Unified lines; null: the two differ too much. */
  unified: string | null
}

interface Named {
  name: string
  definition: object
}

/** What differs, file by file. Equal files are left out. */
export function diffOf(
  layout: Layout,
  schema: TObject,
  [before, after]: readonly [Named & { label: string }, Named & { label: string }],
): PartDiff[] {
  const files = ({ name, definition }: Named) =>
    filesOf(layout, schema, name, definition as Record<string, unknown>)
  const [old, now] = [files(before), files(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter(part => old[part] !== now[part])
    .map(part => ({
      part,
      unified: unifiedDiff(part, [old[part] ?? '', now[part] ?? ''], [before.label, after.label]),
    }))
}
