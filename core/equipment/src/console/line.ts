/** Characters of a line; the rest is lost, and the line is marked. */
const maxLine = 65_536
/** Characters at the end of a long line in which prompts and questions are looked for. */
export const maxLast = 8_192
/** The terminal is narrower. The cursor moves no further beyond the text. */
const maxColumn = 1_024
/** What a line costs beside its characters. */
const lineCost = 32

/** The line on which a console writes, and the lines before it. */
export interface Line {
  before: string[]
  /** What the lines before it cost, in characters. */
  size: number
  /** Characters of the line, and where the next one goes. */
  cells: string[]
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
}

/** The text of the line without blanks at its end, or of its last characters. */
export const lineOf = ({ cells }: Line, most = Infinity): string =>
  (cells.length > most ? cells.slice(-most) : cells).join('').trimEnd()

export function clearLine(line: Line): void {
  line.doubtful ||= line.prompted
  line.prompted = line.wiped = false
  line.cells = []
  line.column = 0
}

export function endLine(line: Line): void {
  const text = lineOf(line)
  line.before.push(text)
  line.size += text.length + lineCost
  clearLine(line)
}

function put(line: Line, character: string): void {
  if (line.column >= maxLine) {
    line.cut = true
    return
  }
  while (line.cells.length < line.column) line.cells.push(' ')
  line.cells[line.column++] = character
  if (line.wiped && character !== ' ') line.doubtful = true
  const { prompt, column } = line
  if (column === prompt.length && character === prompt.at(-1))
    line.prompted ||= line.cells.slice(0, column).join('') === prompt
}

/** Moves the cursor. Each movement is bounded, or few octets would cost the work of many characters. */
function moveTo(line: Line, column: number): void {
  line.column = Math.max(0, Math.min(column, Math.max(maxColumn, line.cells.length)))
}

/** Erases the cells from a place on. */
function eraseFrom(line: Line, column: number): void {
  if (line.cells.length > column) line.cells.length = column
}

/** CSI sequences by their last character. */
export const control: Readonly<Record<string, (line: Line, count: number, second: number) => void>> = {
  C: (line, count) => moveTo(line, line.column + Math.max(1, count)),
  D: (line, count) => moveTo(line, line.column - Math.max(1, count)),
  G: (line, count) => moveTo(line, count - 1),
  // HP ProCurve draws each line in the last row of the terminal and only moves within this row.
  H: (line, row, column) => {
    if (line.row !== 0 && row !== line.row && line.cells.length > 0) endLine(line)
    line.row = row
    moveTo(line, column - 1)
  },
  E: line => endLine(line),
  J: (line, count) => eraseFrom(line, count === 0 ? line.column : 0),
  // 0: to the end of the line; 1: to its beginning; 2: all of it.
  K: (line, count) => {
    if (count !== 1) eraseFrom(line, count === 0 ? line.column : 0)
    // Nobody draws so long a line anew. To do it again and again would cost too much.
    else if (line.column > maxColumn) line.cut = true
    else line.cells.fill(' ', 0, line.column + 1)
  },
}

/** Writes text without escape sequences. */
export function type(line: Line, text: string): void {
  for (const character of text) {
    if (character < ' ') line.wiped = false
    if (character === '\n') endLine(line)
    else if (character === '\r') line.column = 0
    else if (character === '\b' || character === '\u007f') line.column = Math.max(0, line.column - 1)
    else if (character === '\t') for (let blanks = 8 - (line.column % 8); blanks > 0; blanks--) put(line, ' ')
    else if (character >= ' ') put(line, character)
  }
}
