import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type Collect = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * Gives the memory of the start back to the system, when the first requests and jobs have made what stays: a
 * third of a process that has just started is garbage, and left alone V8 keeps it for up to ten minutes.
 * Holds the process up once, for a quarter of a second; keeps no process from ending.
 */
export function giveBackLater(afterMs = 10_000): void {
  const timer = setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as Collect
    // Of all kinds of collection this one alone returns the pages.
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, afterMs)
  timer.unref()
}

let loosened: NodeJS.Timeout | undefined

/**
 * For a while garbage is collected as soon as the heap has grown by 60 %. By itself V8 waits until it has
 * several times what is alive: applications that were replaced then stay in resident memory. After 50
 * switches of the whole product it has 607 MB left alone, 350 so, 320 with 30 %; a switch costs 124, 153 and
 * 184 ms of CPU. Not for good: the device list would have two thirds of its rate. V8 reads this flag at
 * each collection, so it may be set while code runs; 0 is its own rule.
 */
export function tightenHeap(forMs = 60_000): void {
  setFlagsFromString('--heap-growing-percent=60')
  clearTimeout(loosened)
  loosened = setTimeout(() => setFlagsFromString('--heap-growing-percent=0'), forMs)
  loosened.unref()
}
