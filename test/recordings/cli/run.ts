import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Driver } from '@linecard/driver-kit'
import { replayConsoles } from './replay.ts'
import { failuresOf, summary } from './failures.ts'
import { report } from './report.ts'

const page = 'docs/cli-fidelity.md'

/** Plays all recorded consoles, writes docs/cli-fidelity.md, prints a summary, and returns the failures. */
export async function checkConsoles(folder: string, drivers: readonly Driver[]): Promise<string[]> {
  const found = await replayConsoles(join(folder, 'cli'), drivers)
  const text = report(found)
  const before = await readFile(page, 'utf8').catch(() => null)
  if (before !== text) await writeFile(page, text)
  console.log(summary(found))
  return [
    ...failuresOf(found),
    ...(process.env.CI && before !== text
      ? [`${page} was not current: commit what this run has written`]
      : []),
  ]
}
