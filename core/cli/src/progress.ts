/** How often a line is said where it cannot be written over, in ms. */
const SAY_MS = 5_000

export interface ProgressLine {
  /** Shows how far something is; the same text again shows nothing. */
  show(text: string): void
  /** Makes room for other lines: what was shown goes. */
  clear(): void
}

export interface Screen {
  isTTY?: boolean
  write(text: string): unknown
}

/** One line on stderr that a terminal writes over; without a terminal, a line from time to time. */
export function progressLine(
  screen: Screen = process.stderr,
  clock: () => number = () => performance.now(),
): ProgressLine {
  let shown = ''
  let saidAt = -Infinity
  return {
    show(text) {
      const line = text.replace(/\p{Cc}/gu, '?')
      if (line === shown) return
      if (screen.isTTY) screen.write(`\r\x1b[K${line}`)
      else if (clock() - saidAt >= SAY_MS) {
        saidAt = clock()
        screen.write(`${line}\n`)
      } else return
      shown = line
    },
    clear() {
      if (shown !== '' && screen.isTTY) screen.write('\r\x1b[K')
      shown = ''
    },
  }
}

/** `1200 of 65534 (1 %), 10.1.0.0/16`; empty for a job that says nothing. */
export function progressText(progress: { done: number; total: number | null; what: string } | null): string {
  if (!progress) return ''
  const { done, total, what } = progress
  const share = total ? `${done} of ${total} (${Math.floor((100 * done) / total)} %)` : String(done)
  return what ? `${share}, ${what}` : share
}
