/**
 * Runs every `*.test.ts` of the repository, each file in a process of its own, and closes with `N passed, N
 * failed`.
 * Arguments narrow the files by a part of their path: `npm test -- drivers/zte`.
 *
 * With `CI` set, a file that failed runs once more, alone, when all others are through: a machine shared with
 * others sometimes stands still.
 * What fails twice has failed; what passes then is named as unstable at the end, with both outputs above, for
 * somebody to mend.
 */
import { spawn } from 'node:child_process'
import { glob } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { resolve as absolute } from 'node:path'

interface Outcome {
  file: string
  passed: number
  failed: number
  skipped: number
  seconds: number
  output: string
}

/** No test file may take longer than this, in ms; a hanging handle would otherwise stop the whole run. */
const FILE_TIMEOUT_MS = 600_000

/** Compiled modules, for the hundreds of processes of a run: half the start of each is compiling. */
const compileCache = absolute('node_modules/.cache/linecard-tests')

async function testFiles(parts: string[]): Promise<string[]> {
  const files: string[] = []
  for await (const file of glob('{core,plugins,drivers,examples,test,tools}/**/*.test.ts', {
    exclude: name => name === 'node_modules' || name === 'dist',
  }))
    files.push(file)
  return files.filter(file => parts.length === 0 || parts.some(part => file.includes(part))).toSorted()
}

function runFile(file: string): Promise<Outcome> {
  return new Promise(resolve => {
    const child = spawn(
      process.execPath,
      ['--conditions=source', '--disable-warning=ExperimentalWarning', file],
      { env: { ...process.env, LINECARD_TEST: '1', NODE_COMPILE_CACHE: compileCache } },
    )
    const chunks: Buffer[] = []
    const started = performance.now()
    child.stdout.on('data', chunk => chunks.push(chunk))
    child.stderr.on('data', chunk => chunks.push(chunk))
    let timedOut = false
    const timer = setTimeout(() => {
      timedOut = true
      child.kill('SIGKILL')
    }, FILE_TIMEOUT_MS)
    child.on('close', code => {
      clearTimeout(timer)
      const output = Buffer.concat(chunks).toString()
      const total = Number(/^ {2}Total: +(\d+)/m.exec(output)?.[1] ?? 0)
      const passed = Number(/^ {2}Passed: +(\d+)/m.exec(output)?.[1] ?? 0)
      const skipped = output.match(/^SKIPPED /gm)?.length ?? 0
      // Exit code, count and summary must agree: a file that dies half-way or prints no summary has failed.
      const failed = Math.max(total - passed, code !== 0 || total + skipped === 0 || timedOut ? 1 : 0)
      resolve({
        file,
        passed,
        failed,
        skipped,
        seconds: (performance.now() - started) / 1000,
        output: timedOut ? `${output}\nkilled after ${FILE_TIMEOUT_MS} ms` : output,
      })
    })
  })
}

const told = (outcome: Outcome): void => {
  const mark = outcome.failed ? 'FAIL' : 'ok  '
  console.log(
    `${mark} ${outcome.file} (${outcome.passed} passed${outcome.failed ? `, ${outcome.failed} failed` : ''}, ${outcome.seconds.toFixed(1)} s)`,
  )
  if (outcome.failed) console.log(outcome.output)
  else for (const line of outcome.output.match(/^SKIPPED .*$/gm) ?? []) console.log(`     ${line}`)
}

const files = await testFiles(process.argv.slice(2))
const queue = [...files]
const outcomes = new Map<string, Outcome>()
// Tests wait a good deal for sockets, servers and child processes: two more at work than there are cores.
await Promise.all(
  Array.from({ length: availableParallelism() + 2 }, async () => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      const outcome = await runFile(file)
      outcomes.set(file, outcome)
      told(outcome)
    }
  }),
)

const unstable: string[] = []
if (process.env['CI']) {
  for (const { file } of [...outcomes.values()].filter(outcome => outcome.failed)) {
    console.log(`\nonce more, alone: ${file}`)
    const outcome = await runFile(file)
    outcomes.set(file, outcome)
    told(outcome)
    if (!outcome.failed) unstable.push(file)
  }
}
if (unstable.length) console.log(`\nUNSTABLE, failed at first: ${unstable.join(', ')}`)

const sum = (pick: (outcome: Outcome) => number) =>
  [...outcomes.values()].reduce((total, outcome) => total + pick(outcome), 0)
const failed = sum(outcome => outcome.failed)
console.log(
  `\n${sum(outcome => outcome.passed)} passed, ${failed || (files.length ? 0 : 1)} failed, ${sum(outcome => outcome.skipped)} skipped`,
)
process.exit(failed || files.length === 0 ? 1 : 0)
