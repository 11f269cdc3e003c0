import { createHash } from 'node:crypto'
import type { Repository } from '../repository.ts'
import { testFilesOf, type TestFile } from '../runner/files.ts'
import { loadsOf, reachOf, type Loads } from '../runner/graph.ts'
import type { Mutant } from './mutants.ts'
import type { Range } from './worker.ts'

/** What the tool knows of the files before it runs anything. */
export interface Graph {
  tests: readonly TestFile[]
  /** By file: all that it loads, directly or not, and itself. */
  reach(file: string): ReadonlySet<string>
  /** All files that load one of these, and themselves. */
  above(files: ReadonlySet<string>): string[]
  /** Changes with any text that a file loads. */
  content(file: string): string
}

export function graphOf(repository: Repository, texts: ReadonlyMap<string, string>): Graph {
  const loads: Loads = loadsOf(repository)
  const known = new Map<string, ReadonlySet<string>>()
  const reach = (file: string) => {
    const found = known.get(file) ?? reachOf(file, loads)
    known.set(file, found)
    return found
  }
  return {
    tests: testFilesOf(repository, loads),
    reach,
    content: file => {
      const hash = createHash('sha256')
      for (const one of [...reach(file)].toSorted()) hash.update(`${one}\n${texts.get(one) ?? ''}\n`)
      return hash.digest('hex')
    },
    above: files => [...loads.keys()].filter(file => [...reach(file)].some(one => files.has(one))),
  }
}

/** `plugins/links/src/a.ts` → `plugins/links/`. */
export const homeOf = (path: string): string => path.split('/').slice(0, 2).join('/') + '/'

/**
 * The tests of the package of a file that load it, the nearest first: those without a database, and those
 * that load least besides. What boots all packages takes too long for one mutant after another, and what
 * replaces globals needs a process of its own.
 */
export const nearTests = (file: string, { tests, reach }: Graph): TestFile[] =>
  tests
    .filter(
      ({ path, alone, installation }) =>
        path.startsWith(homeOf(file)) && !alone && !installation && reach(path).has(file),
    )
    .toSorted((a, b) => Number(a.database) - Number(b.database) || reach(a.path).size - reach(b.path).size)

/** What a test file showed when it ran without a mistake. */
export interface Seen {
  path: string
  /** s. */
  cpu: number
  /** By file: which parts ran. */
  ranges: Readonly<Record<string, readonly Range[]>>
  /** Files that its child processes or threads have loaded: of them it is not known which parts ran. */
  elsewhere: readonly string[]
}

/** How often the smallest part ran that holds the offset. */
function countAt(ranges: readonly Range[], offset: number): number {
  let [smallest, count] = [Infinity, 0]
  for (const [start, end, times] of ranges)
    if (start <= offset && offset < end && end - start <= smallest) [smallest, count] = [end - start, times]
  return count
}

/** Whether a test runs the place of a mutant, as far as that is known. */
export const runsPlace = ({ ranges, elsewhere }: Seen, { file, start }: Mutant): boolean =>
  elsewhere.includes(file) || countAt(ranges[file] ?? [], start) > 0
