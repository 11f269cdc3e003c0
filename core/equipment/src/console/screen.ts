/** Escape sequences of terminals (ECMA-48): CSI, OSC, and the short ones. */
const sequence =
  /\u001b(?:\[([0-?]*)[ -/]*([@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|([ -/]*)([0-Z\\^-~]))/g
/** An incomplete one at the end of a piece of text. */
const unfinished = /\u001b(?:\[[0-?]*[ -/]*|\][^\u0007\u001b]*\u001b?|[ -/]*)?$/

/** Characters of a line; the rest is dropped. */
const maxLine = 65_536
/** Characters of an escape sequence; a longer one is text. */
const maxSequence = 256

/**
 * The screen of a terminal: what a person would see of the text of a device. It drops colours and follows
 * backspaces, carriage returns and cursor movements within the line, so that a pager that deletes itself
 * leaves nothing (fault 29). A piece of text may end anywhere.
 */
export interface Screen {
  write(text: string): void
  /** Complete lines. */
  readonly lines: readonly string[]
  /** The line after them, without blanks at its end. A prompt stands here. */
  readonly last: string
  /** Characters on the screen. The reader has to limit them. */
  readonly size: number
  /** The prompt. A line in which it stood at any time is not output, whatever is drawn over it later. */
  prompt: string
  /**
   * Whether a line may not be what the device meant: the prompt has stood in it, or text went on where a line
   * was deleted.
   */
  readonly disturbed: boolean
  /**
   * Deletes the last line. A pager then deletes itself too or goes to the next line: if text goes on, it was
   * no pager.
   */
  wipe(what: 'pager' | 'question'): void
  /** Gives all lines and clears the screen. */
  take(): string[]
}

/** What is on the screen, and where the next character goes. */
interface State {
  lines: string[]
  /** Characters of the last line. */
  cells: string[]
  column: number
  /** Row of the last absolute movement; text in another row is another line. */
  row: number
  /** Characters of the complete lines. */
  size: number
  prompt: string
  /** Whether the prompt has stood in the last line. */
  prompted: boolean
  /** Whether a line before it is doubtful. */
  doubtful: boolean
  /** A pager was deleted, and nothing came after it. */
  wiped: boolean
}

const lastLine = ({ cells }: State) => cells.join('').trimEnd()

function clearLine(state: State): void {
  state.doubtful ||= state.prompted
  state.prompted = state.wiped = false
  state.cells = []
  state.column = 0
}

function endLine(state: State): void {
  const line = lastLine(state)
  state.lines.push(line)
  state.size += line.length + 1
  clearLine(state)
}

function put(state: State, character: string): void {
  if (state.column >= maxLine) return
  while (state.cells.length < state.column) state.cells.push(' ')
  state.cells[state.column++] = character
  const { prompt, column } = state
  if (state.wiped && character !== ' ') state.doubtful = true
  if (column === prompt.length && character === prompt.at(-1))
    state.prompted ||= state.cells.slice(0, column).join('') === prompt
}

/** CSI sequences by their last character. */
const control: Readonly<Record<string, (state: State, count: number, second: number) => void>> = {
  C: (state, count) => {
    state.column = Math.min(maxLine, state.column + Math.max(1, count))
  },
  D: (state, count) => {
    state.column = Math.max(0, state.column - Math.max(1, count))
  },
  G: (state, count) => {
    state.column = Math.min(maxLine, Math.max(1, count)) - 1
  },
  // HP ProCurve draws each line in the last row of the terminal and only moves within this row.
  H: (state, row, column) => {
    if (state.row !== 0 && row !== state.row && state.cells.length > 0) endLine(state)
    state.row = row
    state.column = Math.min(maxLine, Math.max(1, column)) - 1
  },
  E: state => endLine(state),
  J: (state, count) => {
    state.cells = count === 0 ? state.cells.slice(0, state.column) : []
  },
  // 0: to the end of the line; 1: to its beginning; 2: all of it.
  K: (state, count) => {
    if (count === 0) state.cells = state.cells.slice(0, state.column)
    else if (count === 1) state.cells = state.cells.map((cell, at) => (at <= state.column ? ' ' : cell))
    else state.cells = []
  },
}

function type(state: State, text: string): void {
  for (const character of text) {
    if (character < ' ') state.wiped = false
    if (character === '\n') endLine(state)
    else if (character === '\r') state.column = 0
    else if (character === '\b' || character === '\u007f') state.column = Math.max(0, state.column - 1)
    else if (character === '\t')
      for (let blanks = 8 - (state.column % 8); blanks > 0; blanks--) put(state, ' ')
    else if (character >= ' ') put(state, character)
  }
}

/** Writes text without incomplete sequences. */
function write(state: State, text: string): void {
  let at = 0
  for (const found of text.matchAll(sequence)) {
    type(state, text.slice(at, found.index))
    at = found.index + found[0].length
    state.wiped = false
    const [, numbers = '', kind = '', between = '', short = ''] = found
    const name = kind === 'f' ? 'H' : kind
    const [first = 0, second = 0] = numbers.split(';').map(number => Number.parseInt(number, 10) || 0)
    if (Object.hasOwn(control, name)) control[name]!(state, first, second)
    // ESC E (ECMA-48 NEL) and ESC D (VT100 IND) go to the next line.
    else if (between === '' && (short === 'E' || short === 'D')) endLine(state)
  }
  type(state, text.slice(at))
}

export function createScreen(): Screen {
  const state: State = {
    lines: [],
    cells: [],
    column: 0,
    row: 0,
    size: 0,
    prompt: '',
    prompted: false,
    doubtful: false,
    wiped: false,
  }
  /** An incomplete sequence at the end of the last piece. */
  let rest = ''
  return {
    write(text) {
      const whole = rest + text
      const cut = unfinished.exec(whole)
      rest = cut && cut[0].length < maxSequence ? cut[0] : ''
      write(state, cut ? whole.slice(0, cut.index) : whole)
    },
    get lines() {
      return state.lines
    },
    get last() {
      return lastLine(state)
    },
    get size() {
      return state.size + state.cells.length
    },
    get prompt() {
      return state.prompt
    },
    set prompt(prompt) {
      state.prompt = prompt
    },
    get disturbed() {
      const { doubtful, prompted, prompt } = state
      return doubtful || (prompted && lastLine(state) !== prompt)
    },
    wipe(what) {
      clearLine(state)
      state.wiped = what === 'pager'
    },
    take() {
      const all = [...state.lines, lastLine(state)]
      state.lines = []
      state.size = 0
      clearLine(state)
      state.doubtful = false
      return all
    },
  }
}
