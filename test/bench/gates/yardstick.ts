import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { median } from '../kit/numbers.ts'

const run = promisify(execFile)

/**
 * CPU seconds of a process that does what every machine needs time for in a start: it loads the libraries on
 * which the product stands, compiles text and makes objects (`libraries.ts`). The median of some.
 */
export async function yardstickSec(times: number): Promise<number> {
  const spent: number[] = []
  for (let n = 0; n < times; n++) {
    const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'libraries.ts')])
    spent.push(Number(stdout))
  }
  return median(spent)
}
