import { parseMac } from '@linecard/driver-kit/codecs'
import { bare, firstCell, keys, members, plain, portKey } from './keys.ts'
import { reasonOf } from './reasons/index.ts'
import { stated, type Compared, type Head, type Row } from './rows.ts'

const portCells = new Set(['port', 'interface'])

/** Cells that both sides have and that differ. */
function differing(theirs: Row, ours: Row): string[] {
  return Object.keys(theirs).filter(cell => {
    const [a, b] = [theirs[cell], ours[cell]]
    // If the other system has a field for the cell and leaves it empty, ours must be empty. Else it is not
    // compared.
    if (cell === stated || plain(a) === null)
      return (
        cell !== stated &&
        plain(b) !== null &&
        (theirs[stated] as ReadonlySet<string> | undefined)?.has(cell) === true
      )
    if (portCells.has(cell)) return portKey(a) !== portKey(b)
    // The port of a neighbour is its id or its description, as the author of the template chose.
    if (cell === 'port_id')
      return (
        portKey(parseMac(String(a)) ?? a) !== portKey(b) &&
        portKey(a) !== portKey(ours['port_descr']) &&
        bare(String(a)) !== bare(String(ours['port_descr'] ?? ''))
      )
    if (cell === 'ports')
      return (
        members(a) !==
        members(
          ours['ports'] ?? [
            ...((ours['tagged'] as string[]) ?? []),
            ...((ours['untagged'] as string[]) ?? []),
          ],
        )
      )
    // A neighbour's id may be a MAC in another spelling.
    return plain(a) !== plain(b) && bare(plain(a) ?? '') !== bare(plain(b) ?? '')
  })
}

/** Pairs the rows of both sides by their keys. A row on one side only is a difference too. */
export function pair(
  head: Head,
  theirs: readonly Row[],
  ours: readonly Row[],
  known: ReadonlySet<string> | null,
  text: string,
): Compared[] {
  const key = keys[head.area] as (row: Row) => string
  const open = Map.groupBy(ours, key)
  const judged = (their: Row | null, our: Row | null, cells: string[]): Compared => {
    const same = their !== null && our !== null && cells.length === 0
    const reason = same ? null : reasonOf({ ...head, theirs: their, ours: our, cells, text })
    return {
      ...head,
      theirs: their,
      ours: our,
      cells,
      reason,
      result: same ? 'equal' : reason ? 'explained' : 'different',
    }
  }
  const loose: Row[] = []
  const rows = theirs.flatMap(their => {
    const found = open.get(key(their))?.shift()
    if (!found) {
      loose.push(their)
      return []
    }
    return [judged(their, found, differing(their, found))]
  })
  // The keys of these rows may differ only because one side has no value for a cell of the key.
  const rest = [...open.values()].flat()
  for (const their of loose) {
    const at = rest.findIndex(our => differing(their, our).length === 0)
    const near =
      at >= 0
        ? at
        : rest.findIndex(
            our =>
              firstCell(head.area, their) !== null &&
              firstCell(head.area, their) === firstCell(head.area, our),
          )
    const our = near < 0 ? null : rest.splice(near, 1)[0]!
    rows.push(judged(their, our, our ? differing(their, our) : []))
  }
  return [...rows, ...(known && known.size === 0 ? [] : rest.map(our => judged(null, our, [])))]
}
