import { rest, type Slice } from '@linecard/driver-kit'

/** The clock is looked at once for so many rows: a scan goes over millions of them, several times. */
const rowsAtOnce = 4096

/**
 * Places from `first` up to `end` in pieces `[from, to]`. The event loop has its turn when the slice is over.
 */
export async function* pieces(
  own: Slice,
  first: number,
  end: number,
): AsyncGenerator<readonly [from: number, to: number]> {
  for (let from = first; from < end; from += rowsAtOnce) {
    if (own.over()) await rest()
    yield [from, Math.min(from + rowsAtOnce, end)]
  }
}
