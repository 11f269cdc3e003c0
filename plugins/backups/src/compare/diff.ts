import { formatPatch, structuredPatch, type StructuredPatchHunk } from 'diff'
import type { DiffRow } from './schemas.ts'

export interface Sides {
  from: { name: string; text: string }
  to: { name: string; text: string }
  /** Lines around a change. */
  context: number
  timeoutMs: number
}

export interface Difference {
  unified: string
  rows: DiffRow[]
  added: number
  removed: number
}

const skipped: DiffRow = { kind: 'skipped', left_line: null, left: null, right_line: null, right: null }

/** Removed lines stand beside the added ones that replaced them. */
function besideEachOther(removed: string[], added: string[], at: { left: number; right: number }): DiffRow[] {
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, n) => {
    const [left, right] = [removed[n] ?? null, added[n] ?? null]
    return {
      kind: left === null ? 'added' : right === null ? 'removed' : 'changed',
      left_line: left === null ? null : at.left++,
      left,
      right_line: right === null ? null : at.right++,
      right,
    }
  })
}

function rowsOf({ oldStart, newStart, lines }: StructuredPatchHunk): DiffRow[] {
  const rows: DiffRow[] = []
  const at = { left: oldStart, right: newStart }
  let [removed, added]: string[][] = [[], []]
  const flush = () => {
    rows.push(...besideEachOther(removed!, added!, at))
    ;[removed, added] = [[], []]
  }
  for (const line of lines) {
    const text = line.slice(1)
    if (line.startsWith('-')) removed!.push(text)
    else if (line.startsWith('+')) added!.push(text)
    else if (line.startsWith(' ')) {
      flush()
      rows.push({ kind: 'same', left_line: at.left++, left: text, right_line: at.right++, right: text })
    }
  }
  flush()
  return rows
}

/** Compares two texts line by line. Null: it would take longer than the time-out. */
export function difference({ from, to, context, timeoutMs }: Sides): Difference | null {
  const patch = structuredPatch(from.name, to.name, from.text, to.text, undefined, undefined, {
    context,
    timeout: timeoutMs,
  })
  if (!patch) return null
  if (patch.hunks.length === 0) return { unified: '', rows: [], added: 0, removed: 0 }
  const counted = (sign: string) =>
    patch.hunks.reduce((sum, { lines }) => sum + lines.filter(line => line.startsWith(sign)).length, 0)
  const rows = patch.hunks.flatMap((hunk, n) => {
    const before = n > 0 || hunk.oldStart > 1 || hunk.newStart > 1
    return before ? [skipped, ...rowsOf(hunk)] : rowsOf(hunk)
  })
  const unified = formatPatch(patch).replace(/^(?:Index: .*\n)?=+\n/, '')
  return { unified, rows, added: counted('+'), removed: counted('-') }
}
