/**
 * `npm run bench:outages [-- --scale <n>] [--case <word> …] [--json]`: three living OLTs with about 2,000 ONUs (scale 1) and one
 * outage after the other: what is opened, of which kind, with which ONUs right and wrong, and the seconds until
 * it is opened and closed, from the beginning of the first poll after it. With polls every 120 s it waits 0 to
 * 120 s for that poll. `--case`: those alone whose name holds the word. Fails if an outage is missing, doubled or of another kind.
 */
import { parseArgs } from 'node:util'
import { cases } from './cases.ts'
import { runCase, type CaseRow } from './run-case.ts'
import { startOutages } from './world.ts'

const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '1' },
    case: { type: 'string', multiple: true, default: [''] },
    json: { type: 'boolean' },
  },
})
const wanted = cases.filter(({ name }) => values.case.some(word => name.includes(word)))
if (wanted.length === 0)
  throw new Error(`No case is named so. There are: ${cases.map(({ name }) => name).join('; ')}`)
const scale = Number(values.scale)
const onus = (count: number) => Math.max(4, Math.round(count * scale))

const world = await startOutages([
  { name: 'zte', vendor: 'zte', model: 'C320', onusOnEveryPort: onus(28) },
  { name: 'huawei', vendor: 'huawei', model: 'MA5800-X7', onusOnEveryPort: onus(28) },
  { name: 'cdata', vendor: 'cdata', model: 'FD1608S', onusOnEveryPort: onus(54) },
])
const rows: Record<string, CaseRow> = {}
let bad = false
try {
  const all = world.olts.reduce((sum, { olt }) => sum + olt.onus.length, 0)
  if (!values.json) console.log(`${world.olts.length} living OLTs, ${all} ONUs`)
  const began = performance.now()
  await world.round()
  if (!values.json)
    console.log(`a poll of their states: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  for (const one of wanted) {
    const row = await runCase(world, one)
    rows[one.name] = row
    bad ||= !row.good
    if (!values.json) console.log(`${row.good ? 'ok  ' : 'FAIL'} ${one.name}: ${row.opened}`)
  }
} finally {
  await world.house.stop()
}
if (values.json) console.log(JSON.stringify(rows, null, 2))
else console.table(rows)
process.exit(bad ? 1 : 0)
