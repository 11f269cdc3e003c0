/**
 * Long work in slices: a table of 100,000 rows must not keep a process from everything else. All long work of
 * a process takes turns here: between two slices, whoever has them, the event loop does what has arrived.
 */

/** Longest slice, in ms. */
const sliceMs = 3
/**
 * From this utilization of the event loop on, and so much of it not by slices, it is busy, and long work
 * pauses, in ms, before each turn: the answers to others and the collection of garbage need their time.
 */
const [busyFrom, othersFrom, pauseMs, smallPauseMs] = [0.5, 0.1, 8, 2]
/** The utilization is that of so many ms. */
const windowMs = 50

let seen = performance.eventLoopUtilization()
let seenAt = performance.now()
/** What slices have used since then, in ms. */
let worked = 0
let busy = false
function isBusy(): boolean {
  const now = performance.now()
  if (now - seenAt < windowMs) return busy
  const total = performance.eventLoopUtilization()
  const { utilization } = performance.eventLoopUtilization(total, seen)
  busy = utilization >= busyFrom && utilization - worked / (now - seenAt) >= othersFrom
  seen = total
  seenAt = now
  worked = 0
  return busy
}

const waiting: { go: () => void; small: boolean }[] = []

/** One waiter in each turn of the event loop. */
function serve(): void {
  waiting.shift()?.go()
  if (waiting.length > 0) serveNext()
}

function serveNext(): void {
  if (isBusy()) setTimeout(serve, waiting[0]!.small ? smallPauseMs : pauseMs)
  else setImmediate(serve)
}

/**
 * Gives the event loop a turn, and waits until the slices of others have had theirs. `small`: what follows
 * takes far less time than a slice.
 */
export function rest(small = false): Promise<void> {
  return new Promise(go => {
    waiting.push({ go, small })
    if (waiting.length === 1) serveNext()
  })
}

/** Says when a slice is over. It looks at the clock, so ask it once for each row, not for each cell. */
export interface Slice {
  /** Call `await rest()` when it is true. */
  over(): boolean
}

/** Begins to count with the first call of `over`, and again after each rest. */
export function slice(): Slice {
  let began = -1
  return {
    over() {
      const now = performance.now()
      if (began < 0) began = now
      if (now - began < sliceMs) return false
      worked += now - began
      began = -1
      return true
    },
  }
}

/** `flatMap` in slices. */
export async function flatMapInSlices<T, U>(rows: Iterable<T>, make: (row: T) => readonly U[]): Promise<U[]> {
  const made: U[] = []
  const own = slice()
  for (const row of rows) {
    for (const one of make(row)) made.push(one)
    if (own.over()) await rest()
  }
  return made
}

/** `map` in slices. */
export const mapInSlices = <T, U>(rows: Iterable<T>, make: (row: T) => U): Promise<U[]> =>
  flatMapInSlices(rows, row => [make(row)])

/** The rows of two sorted lists in order; of equal ones, those of `a` come first. */
async function merged<T>(a: readonly T[], b: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  // Most agents give their rows in order.
  if (a.length === 0 || b.length === 0 || compare(a.at(-1)!, b[0]!) <= 0) return a.concat(b)
  const all: T[] = []
  const own = slice()
  let [left, right] = [0, 0]
  while (left < a.length && right < b.length) {
    all.push(compare(a[left]!, b[right]!) <= 0 ? a[left++]! : b[right++]!)
    if (own.over()) await rest()
  }
  return all.concat(a.slice(left), b.slice(right))
}

/** `toSorted` in slices: short lists are sorted at once, and then merged. */
export async function sortInSlices<T>(rows: readonly T[], compare: (a: T, b: T) => number): Promise<T[]> {
  let lists: T[][] = []
  for await (const piece of inPieces(rows, 500)) lists.push(piece.toSorted(compare))
  while (lists.length > 1) {
    const longer: T[][] = []
    for (let at = 0; at < lists.length; at += 2)
      longer.push(await merged(lists[at]!, lists[at + 1] ?? [], compare))
    lists = longer
  }
  return lists[0] ?? []
}

/** Rows in pieces of so many, each after the slices of others. */
export async function* inPieces<T>(rows: readonly T[], size: number): AsyncGenerator<readonly T[]> {
  const own = slice()
  for (let at = 0; at < rows.length; at += size) {
    yield rows.slice(at, at + size)
    if (own.over()) await rest()
  }
}
