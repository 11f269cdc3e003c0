/** One run of one bench, in a process of its own. Arguments: its name, `smoke` or `full`, its options as JSON. */
import { createReport, valuesOf } from './bench.ts'
import { benchOf } from './benches.ts'

const [name, kind, given] = process.argv.slice(2) as [string, string, string]
const report = createReport(kind === 'smoke')
const { outcome } = report
try {
  const bench = await benchOf(name)
  await bench.run(
    valuesOf(bench.options, report.smoke, JSON.parse(given) as Record<string, unknown>) as never,
    report,
  )
  if (outcome.same.length === 0) report.fault('it has compared nothing')
} catch (error) {
  console.error(error)
  report.fault(error instanceof Error ? error.message : String(error))
}
process.send?.(outcome, () => process.exit(outcome.faults.length > 0 ? 1 : 0))
