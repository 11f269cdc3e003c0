/**
 * `npm run figures`: the lengths of the files, functions and lines of the sources, without tests and
 * generated files. `-- /path/to/checkout` measures another checkout. oxlint measures functions, with blank
 * lines and comments, as `npm run check` does.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(process.argv[2] ?? '.')
const tracked = spawnSync('git', ['ls-files', '*.ts'], { cwd: root, encoding: 'utf8' })
  .stdout.trim()
  .split('\n')
const sources = tracked.filter(file => !/(^|\/)test\/|\.test\.ts$|\.gen\.ts$/.test(file))

/** Lengths of all functions in lines: with a limit of 0 lines, the linter reports every function. */
function functionLengths(): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'linecard-figures-'))
  try {
    const config = join(folder, 'oxlint.json')
    const rules = { 'max-lines-per-function': ['error', { max: 0 }] }
    const categories = { correctness: 'off' }
    writeFileSync(
      config,
      JSON.stringify({ categories, rules, ignorePatterns: ['**/test/**', '**/*.gen.ts'] }),
    )
    const { stdout } = spawnSync(
      resolve('node_modules/.bin/oxlint'),
      ['-c', config, '-f', 'json', '--disable-nested-config'],
      { cwd: root, encoding: 'utf8', maxBuffer: 512 * 1024 * 1024 },
    )
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { message: string }[] }
    return diagnostics.map(({ message }) => Number(/\((\d+)\)/.exec(message)?.[1] ?? 0))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** One row: how many, the median, the 95th and 99th percentile, the highest, and how many exceed a limit. */
function row(what: string, values: readonly number[], limits: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  const above = limits.map(limit => `${sorted.filter(value => value > limit).length} above ${limit}`)
  const cells = [
    `${sorted.length} ${what}`,
    `median ${at(0.5)}`,
    `95 % ${at(0.95)}`,
    `99 % ${at(0.99)}`,
    `most ${at(1)}`,
  ]
  return [...cells, ...above].join(' · ')
}

const texts = sources.map(file => readFileSync(join(root, file), 'utf8').split('\n'))
const lines = texts.flatMap(text => text.slice(0, -1))
console.log(
  row(
    'files, in lines',
    texts.map(text => text.length - 1),
    [150, 200, 250],
  ),
)
console.log(row('functions, in lines', functionLengths(), [40, 80]))
console.log(
  row(
    'lines, in columns',
    lines.map(line => line.length),
    [110, 120, 200],
  ),
)
