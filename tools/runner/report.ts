import type { Outcome } from './pool.ts'

/** One line for a file, with its output if it failed. */
export function printOutcome({ file, passed, failed, seconds, cpu, output, left, after }: Outcome): void {
  const counts = `${passed} passed${failed ? `, ${failed} failed` : ''}`
  console.log(
    `${failed ? 'FAIL' : 'ok  '} ${file} (${counts}, ${seconds.toFixed(1)} s, CPU ${cpu.toFixed(1)} s)`,
  )
  if (failed) {
    console.log(output)
    if (after.length > 0) console.log(`     before it in the same process: ${after.join(', ')}`)
  } else for (const line of output.match(/^SKIPPED .*$/gm) ?? []) console.log(`     ${line}`)
  // Connections that fetch keeps for a while are no mistake of the test.
  const kinds = Object.entries(left).filter(([kind]) => kind !== 'TCPSocketWrap' && kind !== 'Timeout')
  if (kinds.length > 0)
    console.log(`     left behind: ${kinds.map(([kind, count]) => `${count} ${kind}`).join(', ')}`)
}

/** What failed in a file, without the stacks: the end of a long log is often all that one sees of it. */
function failuresOf(output: string): string {
  const failures = output.match(/^ {3}FAIL {2}[^]*?(?=^ {4}at .*:\d+:\d+\)?$|^ {2}Total:|(?![^]))/gm)
  const texts = failures ?? [output.trimEnd().split('\n').slice(-8).join('\n')]
  return texts.map(text => `    ${text.trim().slice(0, 1_500)}`).join('\n')
}

/**
 * The end of a run: the slowest files, what was skipped, and the counts as last line. Returns the exit code.
 */
export function printEnd(outcomes: readonly Outcome[], seconds: number, cpu: number): number {
  const sum = (pick: (outcome: Outcome) => number) =>
    outcomes.reduce((all, outcome) => all + pick(outcome), 0)
  const slowest = outcomes.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)
  if (outcomes.length > 10) {
    console.log('\nthe slowest files:')
    for (const one of slowest)
      console.log(
        `${one.seconds.toFixed(1).padStart(7)} s, CPU ${one.cpu.toFixed(1).padStart(5)} s  ${one.file}`,
      )
  }
  const skips = outcomes.flatMap(({ file, output }) =>
    (output.match(/^SKIPPED .*$/gm) ?? []).map(line => `  ${file}: ${line.slice('SKIPPED '.length)}`),
  )
  if (skips.length > 0) console.log(`\nskipped:\n${skips.join('\n')}`)
  const broken = outcomes.filter(({ failed }) => failed > 0)
  if (broken.length > 0 && outcomes.length > 1)
    console.log(
      `\nfailed:\n${broken.map(({ file, output }) => `  ${file}\n${failuresOf(output)}`).join('\n')}`,
    )
  // A selection without any file is a mistake.
  const failed = outcomes.length === 0 ? 1 : sum(outcome => outcome.failed)
  const minutes = cpu > 0 ? `, ${(cpu / 60).toFixed(1)} CPU minutes` : ''
  console.log(`\n${outcomes.length} files in ${seconds.toFixed(0)} s${minutes}`)
  console.log(`${sum(one => one.passed)} passed, ${failed} failed, ${sum(one => one.skipped)} skipped`)
  return failed > 0 ? 1 : 0
}
