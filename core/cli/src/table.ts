import Table from 'cli-table3'

const withoutLines = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
}

/** Cells as an aligned table without lines, so that other tools can cut and sort it. */
export function drawTable({ head, rows }: { head: readonly string[]; rows: readonly string[][] }): string {
  const table = new Table({
    head: [...head],
    chars: withoutLines,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  })
  table.push(...rows)
  return table.toString().replace(/ +$/gm, '')
}
