import { execFileSync } from 'node:child_process'
import type { Loads } from './graph.ts'
import type { TestFile } from './files.ts'
import { reachOf } from './graph.ts'

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(line => line !== '')

function mergeBase(): string {
  for (const branch of ['origin/main', 'main'])
    try {
      return git('merge-base', 'HEAD', branch)[0]!
    } catch {
      // Not every clone has it.
      continue
    }
  return 'HEAD'
}

/** What differs from the point where this branch left main, committed or not. */
export const changedPaths = (): string[] => [
  ...new Set([
    ...git('diff', '--name-only', mergeBase()),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]),
]

/** `plugins/links/src/a.ts` → `plugins/links/`. */
const homeOf = (path: string): string => /^(?:core|plugins|drivers|examples)\/[^/]+\//.exec(path)?.[0] ?? ''

/**
 * The tests that load one of these files. A file that is no code, as a recording or a text, concerns the
 * tests of its package.
 */
export function concerned(tests: readonly TestFile[], loads: Loads, paths: readonly string[]): TestFile[] {
  const code = new Set(paths.filter(path => loads.has(path)))
  const homes = new Set(paths.filter(path => !loads.has(path)).map(homeOf))
  homes.delete('')
  return tests.filter(
    ({ path }) => homes.has(homeOf(path)) || [...reachOf(path, loads)].some(file => code.has(file)),
  )
}
