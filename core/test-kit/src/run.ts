/**
 * Runs every `*.test.ts` of the repository, each file in a process of its own, and closes with `N passed, N failed`.
 * Arguments narrow the files by a part of their path: `npm test -- drivers/zte`.
 */
import { spawn } from 'node:child_process'
import { glob } from 'node:fs/promises'
import { availableParallelism } from 'node:os'

interface Outcome { file: string, passed: number, failed: number, skipped: number, seconds: number, output: string }

/** No test file may take longer than this, in ms; a hanging handle would otherwise stop the whole run. */
const FILE_TIMEOUT_MS = 120_000

async function testFiles(parts: string[]): Promise<string[]> {
  const files: string[] = []
  for await (const file of glob('{core,plugins,drivers,examples,test,tools}/**/*.test.ts', { exclude: name => name === 'node_modules' || name === 'dist' })) files.push(file)
  return files.filter(file => parts.length === 0 || parts.some(part => file.includes(part))).toSorted()
}

function runFile(file: string): Promise<Outcome> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, ['--conditions=source', '--disable-warning=ExperimentalWarning', file], { env: { ...process.env, LINECARD_TEST: '1' } })
    const chunks: Buffer[] = []
    const started = performance.now()
    child.stdout.on('data', chunk => chunks.push(chunk))
    child.stderr.on('data', chunk => chunks.push(chunk))
    let timedOut = false
    const timer = setTimeout(() => { timedOut = true; child.kill('SIGKILL') }, FILE_TIMEOUT_MS)
    child.on('close', code => {
      clearTimeout(timer)
      const output = Buffer.concat(chunks).toString()
      const total = Number(/^ {2}Total: +(\d+)/m.exec(output)?.[1] ?? 0)
      const passed = Number(/^ {2}Passed: +(\d+)/m.exec(output)?.[1] ?? 0)
      const skipped = output.match(/^SKIPPED /gm)?.length ?? 0
      // Exit code, count and summary must agree: a file that dies half-way or prints no summary has failed.
      const failed = Math.max(total - passed, code !== 0 || total + skipped === 0 || timedOut ? 1 : 0)
      resolve({ file, passed, failed, skipped, seconds: (performance.now() - started) / 1000, output: timedOut ? `${output}\nkilled after ${FILE_TIMEOUT_MS} ms` : output })
    })
  })
}

const files = await testFiles(process.argv.slice(2))
const queue = [...files]
// Tests wait a good deal for sockets, servers and child processes: two more at work than there are cores.
const outcomes: Outcome[] = []
await Promise.all(Array.from({ length: availableParallelism() + 2 }, async () => {
  for (let file = queue.shift(); file; file = queue.shift()) {
    const outcome = await runFile(file)
    outcomes.push(outcome)
    const mark = outcome.failed ? 'FAIL' : 'ok  '
    console.log(`${mark} ${file} (${outcome.passed} passed${outcome.failed ? `, ${outcome.failed} failed` : ''}, ${outcome.seconds.toFixed(1)} s)`)
    if (outcome.failed) console.log(outcome.output)
    else for (const line of outcome.output.match(/^SKIPPED .*$/gm) ?? []) console.log(`     ${line}`)
  }
}))
const sum = (pick: (outcome: Outcome) => number) => outcomes.reduce((total, outcome) => total + pick(outcome), 0)
const failed = sum(outcome => outcome.failed)
console.log(`\n${sum(outcome => outcome.passed)} passed, ${failed || (files.length ? 0 : 1)} failed, ${sum(outcome => outcome.skipped)} skipped`)
process.exit(failed || files.length === 0 ? 1 : 0)
