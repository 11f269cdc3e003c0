/** Characters of a line; the rest is lost, and the line is marked. */
const maxLine = 65_536
/** The terminal is narrower. The cursor moves no further beyond the text. */
const maxColumn = 1_024
/** What a line costs beside its characters. */
const lineCost = 32
/** Lines by which the cursor can go back. */
export const maxWidths = 6

/** The line on which a console writes, and the lines before it. */
export interface Line {
  before: string[]
  /** What the lines before it cost, in characters. */
  size: number
  /** Its text, as long as it is only continued. */
  text: string
  /** Its characters once one of them was overwritten or erased; those behind `length` are old. */
  cells: string[] | null
  length: number
  /** Where the next character goes. */
  column: number
  /** Row of the last absolute movement; text in another row is another line. */
  row: number
  prompt: string
  /** Whether the prompt has stood in the line. */
  prompted: boolean
  /** Whether a line before it is doubtful. */
  doubtful: boolean
  /** A pager was deleted, and nothing came after it. */
  wiped: boolean
  /** A line was too long. */
  cut: boolean
  /** The lengths of the last lines before it, with the blanks at their ends. */
  widths: readonly number[]
}

export const newLine = (): Line => ({
  before: [],
  size: 0,
  text: '',
  cells: null,
  length: 0,
  column: 0,
  row: 0,
  prompt: '',
  prompted: false,
  doubtful: false,
  wiped: false,
  cut: false,
  widths: [],
})

/** The text of the line without blanks at its end, or of its last characters. */
export function lineOf({ text, cells, length }: Line, most = maxLine): string {
  const from = Math.max(0, length - most)
  return (cells ? cells.slice(from, length).join('') : text.slice(from)).trimEnd()
}

export function clearLine(line: Line): void {
  line.doubtful ||= line.prompted
  line.prompted = line.wiped = false
  line.text = ''
  line.cells = null
  line.length = line.column = 0
}

/** Goes back by so many lines, at most `maxWidths`: what stands behind `column` of that line is forgotten. */
export function goBack(line: Line, rows: number, column: number): void {
  const gone = line.before.splice(-rows)
  const width = line.widths.at(-rows) ?? gone[0]!.length
  for (const text of gone) line.size -= text.length + lineCost
  line.widths = line.widths.slice(0, -rows)
  clearLine(line)
  line.text = gone[0]!.slice(0, column).padEnd(width)
  line.length = line.column = width
}

/** Puts blanks in place of the end of the line. */
export function blankFrom(line: Line, column: number): void {
  cellsOf(line).fill(' ', column, line.length)
}

export function endLine(line: Line): void {
  const text = lineOf(line)
  line.widths = [...line.widths.slice(1 - maxWidths), line.length]
  line.before.push(text)
  line.size += text.length + lineCost
  clearLine(line)
}

const cellsOf = (line: Line): string[] => (line.cells ??= [...line.text])

function put(line: Line, cells: string[], character: string): void {
  if (line.column >= maxLine) {
    line.cut = true
    return
  }
  while (line.length < line.column) cells[line.length++] = ' '
  cells[line.column++] = character
  line.length = Math.max(line.length, line.column)
  const { prompt, column } = line
  if (column === prompt.length && character === prompt.at(-1))
    line.prompted ||= cells.slice(0, column).join('') === prompt
}

/** A character of two code units: it has one cell. */
const wide = /[\ud800-\udfff]/

/** Writes text without control characters. */
function print(line: Line, text: string): void {
  if (line.wiped && text.trim() !== '') line.doubtful = true
  if (line.cells || line.column !== line.length || wide.test(text)) {
    const cells = cellsOf(line)
    for (const character of text) put(line, cells, character)
    return
  }
  const fitting = text.slice(0, maxLine - line.length)
  line.cut ||= fitting.length < text.length
  const before = line.length
  line.text += fitting
  line.length = line.column = line.text.length
  const { prompt } = line
  if (before < prompt.length && line.length >= prompt.length) line.prompted ||= line.text.startsWith(prompt)
}

/** Moves the cursor. Each movement is bounded, or few octets would cost the work of many characters. */
function moveTo(line: Line, column: number): void {
  line.column = Math.max(0, Math.min(column, Math.max(maxColumn, line.length)))
}

/** Erases from a place on. */
function eraseFrom(line: Line, column: number): void {
  if (line.length <= column) return
  cellsOf(line)
  line.length = column
}

/** CSI sequences by their last character. */
export const control: Readonly<Record<string, (line: Line, count: number, second: number) => void>> = {
  C: (line, count) => moveTo(line, line.column + Math.max(1, count)),
  D: (line, count) => moveTo(line, line.column - Math.max(1, count)),
  G: (line, count) => moveTo(line, count - 1),
  // HP ProCurve draws each line in the last row of the terminal and only moves within this row.
  H: (line, row, column) => {
    if (line.row !== 0 && row !== line.row && line.length > 0) endLine(line)
    line.row = row
    moveTo(line, column - 1)
  },
  E: line => endLine(line),
  J: (line, count) => eraseFrom(line, count === 0 ? line.column : 0),
  // 0: to the end of the line; 1: to its beginning; 2: all of it.
  K: (line, count) => {
    if (count !== 1) eraseFrom(line, count === 0 ? line.column : 0)
    // Nobody draws so long a line again. To do it again and again would cost too much.
    else if (line.column > maxColumn) line.cut = true
    else cellsOf(line).fill(' ', 0, Math.min(line.length, line.column + 1))
  },
}

// oxlint-disable-next-line no-control-regex -- control characters are what it looks for
const controls = /[\u0000-\u001f\u007f]/g

/** Writes text without escape sequences. */
export function type(line: Line, text: string): void {
  let at = 0
  for (const { 0: character, index } of text.matchAll(controls)) {
    if (index > at) print(line, text.slice(at, index))
    at = index + 1
    line.wiped = false
    if (character === '\n') endLine(line)
    else if (character === '\r') line.column = 0
    else if (character === '\b' || character === '\u007f') line.column = Math.max(0, line.column - 1)
    else if (character === '\t') print(line, ' '.repeat(8 - (line.column % 8)))
  }
  if (at < text.length) print(line, text.slice(at))
}
