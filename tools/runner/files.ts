import { createHash } from 'node:crypto'
import type { Repository } from '../repository.ts'
import { reachOf, type Loads } from './graph.ts'

/** A test file and what the runner knows of it before it runs. */
export interface TestFile {
  path: string
  /** `full`: not in `npm test`. */
  level: 'commit' | 'full'
  /** Needs a process of its own. */
  alone: boolean
  /** May make a database. */
  database: boolean
  /** Boots all packages of the repository. */
  installation: boolean
  /** Starts processes of the built service. */
  services: boolean
}

/** The options of a suite as they stand in the text, e.g. `suite('…', { level: 'full' })`. */
const declares = (text: string, option: string): boolean =>
  new RegExp(`\\bsuite\\((?:(?!\\n\\n)[^])*?\\{[^{}]*?\\b${option}[^{}]*\\}\\)`).test(text)

export function testFilesOf(repository: Repository, loads: Loads): TestFile[] {
  const texts = [...repository.packages.map(({ files }) => files), repository.loose].flatMap(all => [...all])
  return texts
    .filter(([path]) => path.endsWith('.test.ts'))
    .map(([path, text]) => {
      const reached = reachOf(path, loads)
      return {
        path,
        level: declares(text, `level: 'full'`) ? ('full' as const) : ('commit' as const),
        alone: declares(text, 'alone: true'),
        database: reached.has('core/test-kit/worlds/database.ts'),
        installation: reached.has('test/support/installation.ts'),
        services: reached.has('core/test-kit/worlds/linecard.ts'),
      }
    })
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** A rough guess of how long a file takes, for the order. */
const guess = ({ services, installation, database }: TestFile): number =>
  services ? 40 : installation ? 20 : database ? 5 : 1

/**
 * The longest first, so that none is still running when all others have ended. `seconds` are those of earlier
 * runs on this machine.
 */
export const longestFirst = (files: readonly TestFile[], seconds: Readonly<Record<string, number>>) =>
  files.toSorted((a, b) => (seconds[b.path] ?? guess(b)) - (seconds[a.path] ?? guess(a)))

/**
 * One part of `2/3`: a file is in the same part on every machine, and the parts of each kind are alike.
 * @throws Error if the text is not of this form
 */
export function shardOf(files: readonly TestFile[], text: string): TestFile[] {
  const [, part, of] = /^(\d+)\/(\d+)$/.exec(text) ?? []
  if (!part || !of || Number(part) < 1 || Number(part) > Number(of))
    throw new Error(`LINECARD_SHARD is "${text}": it must be as 1/3`)
  const mixed = (path: string) => createHash('sha256').update(path).digest('hex')
  return files
    .toSorted((a, b) => guess(a) - guess(b) || (mixed(a.path) < mixed(b.path) ? -1 : 1))
    .filter((_, n) => n % Number(of) === Number(part) - 1)
}
