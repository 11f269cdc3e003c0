/** Escape sequences of terminals (ECMA-48): CSI, OSC, and the short ones. */
const sequence =
  /\u001b(?:\[([0-?]*)[ -/]*([@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|([ -/]*)([0-Z\\^-~]))/g
/** One that is not whole yet, at the end of what came. */
const unfinished = /\u001b(?:\[[0-?]*[ -/]*|\][^\u0007\u001b]*\u001b?|[ -/]*)?$/

/** Nothing that a person reads has longer lines; what goes beyond is dropped. */
const LONGEST_LINE = 65_536
/** A sequence that does not end within this is no sequence. */
const LONGEST_SEQUENCE = 256

/**
 * What a person would see of what a device sends: colours gone, backspaces, carriage returns and cursor
 * movements within the line obeyed, so that pagers that rub themselves out leave nothing (fault 29). Takes
 * pieces of any size, cut anywhere.
 */
export interface Screen {
  write(text: string): void
  /** Lines that have ended. */
  readonly lines: readonly string[]
  /** What stands behind them: where a prompt is looked for. Blanks at its end do not count. */
  readonly last: string
  /** Characters kept, to be bounded by whoever reads. */
  readonly size: number
  /** Forgets the last line, as if the device had rubbed it out. */
  wipe(): void
  /** Gives everything and begins anew. */
  take(): string[]
}

export function screen(): Screen {
  let lines: string[] = []
  let cells: string[] = []
  let column = 0
  let size = 0
  /** Row of the last absolute movement: what is drawn in another row is another line. */
  let row = 0
  let rest = ''
  const last = () => cells.join('').trimEnd()

  const put = (character: string): void => {
    if (column >= LONGEST_LINE) return
    while (cells.length < column) cells.push(' ')
    cells[column++] = character
  }
  const endLine = (): void => {
    const line = last()
    lines.push(line)
    size += line.length + 1
    cells = []
    column = 0
  }
  const control: Readonly<Record<string, (count: number, second: number) => void>> = {
    C: count => {
      column = Math.min(LONGEST_LINE, column + Math.max(1, count))
    },
    D: count => {
      column = Math.max(0, column - Math.max(1, count))
    },
    G: count => {
      column = Math.min(LONGEST_LINE, Math.max(1, count)) - 1
    },
    // Some consoles draw every line in the last row of the terminal, and only move within it (ProCurve).
    H: (wanted, to) => {
      if (row !== 0 && wanted !== row && cells.length > 0) endLine()
      row = wanted
      column = Math.min(LONGEST_LINE, Math.max(1, to)) - 1
    },
    E: () => endLine(),
    J: count => {
      cells = count === 0 ? cells.slice(0, column) : []
    },
    // To the end of the line, to its beginning, or all of it.
    K: count => {
      cells =
        count === 0
          ? cells.slice(0, column)
          : count === 1
            ? cells.map((cell, at) => (at <= column ? ' ' : cell))
            : []
    },
  }
  const type = (text: string): void => {
    for (const character of text) {
      if (character === '\n') endLine()
      else if (character === '\r') column = 0
      else if (character === '\b' || character === '\u007f') column = Math.max(0, column - 1)
      else if (character === '\t') for (let blanks = 8 - (column % 8); blanks > 0; blanks--) put(' ')
      else if (character >= ' ') put(character)
    }
  }

  return {
    write(text) {
      const whole = rest + text
      const cut = unfinished.exec(whole)
      rest = cut && cut[0].length < LONGEST_SEQUENCE ? cut[0] : ''
      const readable = cut ? whole.slice(0, cut.index) : whole
      let at = 0
      for (const found of readable.matchAll(sequence)) {
        type(readable.slice(at, found.index))
        at = found.index + found[0].length
        const [, numbers = '', kind = '', between = '', short = ''] = found
        const name = kind === 'f' ? 'H' : kind
        const [first = 0, second = 0] = numbers.split(';').map(number => Number.parseInt(number, 10) || 0)
        if (Object.hasOwn(control, name)) control[name]!(first, second)
        // ESC E and ESC D: the next line (ECMA-48 NEL, VT100 IND).
        else if (between === '' && (short === 'E' || short === 'D')) endLine()
      }
      type(readable.slice(at))
    },
    get lines() {
      return lines
    },
    get last() {
      return last()
    },
    get size() {
      return size + cells.length
    },
    wipe() {
      cells = []
      column = 0
    },
    take() {
      const all = [...lines, last()]
      lines = []
      size = 0
      cells = []
      column = 0
      return all
    },
  }
}
