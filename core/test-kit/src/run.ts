/**
 * Runs every `*.test.ts` of the repository, each file in a process of its own, and ends with `N passed, N
 * failed, N skipped`. Arguments select files by a part of their path: `npm test -- drivers/zte`.
 *
 * If `CI` is set, each failed file runs once more, alone, after all others: a shared machine sometimes stops
 * for seconds. A file that fails twice has failed. A file that passes the second time is listed as UNSTABLE,
 * with both outputs above it.
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

/** The longest time of one test file, ms. Without it, a file that does not end would stop the whole run. */
const fileTimeoutMs = 900_000

/** Compiled modules, shared by the hundreds of processes of a run: half of each start is compilation. */
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
    }, fileTimeoutMs)
    child.on('close', code => {
      clearTimeout(timer)
      const output = Buffer.concat(chunks).toString()
      const total = Number(/^ {2}Total: +(\d+)/m.exec(output)?.[1] ?? 0)
      const passed = Number(/^ {2}Passed: +(\d+)/m.exec(output)?.[1] ?? 0)
      const skipped = output.match(/^SKIPPED /gm)?.length ?? 0
      // Exit code, count and summary must agree: a file that ends early or prints no summary has failed.
      const failed = Math.max(total - passed, code !== 0 || total + skipped === 0 || timedOut ? 1 : 0)
      resolve({
        file,
        passed,
        failed,
        skipped,
        seconds: (performance.now() - started) / 1000,
        output: timedOut ? `${output}\nkilled after ${fileTimeoutMs} ms` : output,
      })
    })
  })
}

function print({ file, passed, failed, seconds, output }: Outcome): void {
  const counts = `${passed} passed${failed ? `, ${failed} failed` : ''}, ${seconds.toFixed(1)} s`
  console.log(`${failed ? 'FAIL' : 'ok  '} ${file} (${counts})`)
  if (failed) console.log(output)
  else for (const line of output.match(/^SKIPPED .*$/gm) ?? []) console.log(`     ${line}`)
}

const files = await testFiles(process.argv.slice(2))
const queue = [...files]
const outcomes = new Map<string, Outcome>()
// Tests often wait for sockets, servers and child processes: two more processes than cores.
await Promise.all(
  Array.from({ length: availableParallelism() + 2 }, async () => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      const outcome = await runFile(file)
      outcomes.set(file, outcome)
      print(outcome)
    }
  }),
)

const unstable: string[] = []
if (process.env['CI']) {
  for (const { file } of [...outcomes.values()].filter(outcome => outcome.failed)) {
    console.log(`\nonce more, alone: ${file}`)
    const outcome = await runFile(file)
    outcomes.set(file, outcome)
    print(outcome)
    if (!outcome.failed) unstable.push(file)
  }
}
if (unstable.length) console.log(`\nUNSTABLE, failed at first: ${unstable.join(', ')}`)

const sum = (pick: (outcome: Outcome) => number) =>
  [...outcomes.values()].reduce((total, outcome) => total + pick(outcome), 0)
const failed = sum(outcome => outcome.failed)
const passed = sum(outcome => outcome.passed)
const skipped = sum(outcome => outcome.skipped)
// A selection without any file is a mistake.
const failures = files.length === 0 ? 1 : failed
console.log(`\n${passed} passed, ${failures} failed, ${skipped} skipped`)
process.exit(failures > 0 ? 1 : 0)
