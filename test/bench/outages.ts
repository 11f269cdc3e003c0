/**
 * Three living OLTs with about 2,000 ONUs (scale 1) and one outage after the other: what is opened, of which kind,
 * with which ONUs right and wrong, and the seconds until it is opened and closed, from the beginning of the first
 * poll after it. With polls every 120 s it waits 0 to 120 s for that poll. `--case`: those alone whose name holds
 * the word. Fails if an outage is missing, doubled or of another kind.
 */
import { cases } from '../e2e/outages/cases.ts'
import { runCase, type CaseRow } from '../e2e/outages/run-case.ts'
import { startOutages } from '../e2e/outages/world.ts'
import { defineBench } from './kit/bench.ts'

const countOf = (kinds: string): number => (kinds === 'none' ? 0 : kinds.split(', ').length)

export default defineBench({
  name: 'outages',
  summary: 'outages of three living OLTs: what is told beside what was broken, and how soon',
  takes: '20 min',
  options: { scale: { full: 1, smoke: 0.1 }, case: { full: '', smoke: 'power loss in a street' } },
  async run({ scale, case: word }, report) {
    const wanted = cases.filter(({ name }) => name.includes(word)).slice(0, report.smoke ? 1 : cases.length)
    if (wanted.length === 0)
      throw new Error(`No case is named so. There are: ${cases.map(({ name }) => name).join('; ')}`)
    const onus = (count: number) => Math.max(4, Math.round(count * scale))
    const world = await startOutages([
      { name: 'zte', vendor: 'zte', model: 'C320', onusOnEveryPort: onus(28) },
      { name: 'huawei', vendor: 'huawei', model: 'MA5800-X7', onusOnEveryPort: onus(28) },
      { name: 'cdata', vendor: 'cdata', model: 'FD1608S', onusOnEveryPort: onus(54) },
    ])
    const rows: Record<string, CaseRow> = {}
    try {
      const all = world.olts.reduce((sum, { olt }) => sum + olt.onus.length, 0)
      console.log(`${world.olts.length} living OLTs, ${all} ONUs`)
      const began = performance.now()
      await world.round()
      console.log(`a poll of their states: ${((performance.now() - began) / 1000).toFixed(1)} s`)
      for (const one of wanted) {
        const row = await runCase(world, one)
        rows[one.name] = row
        console.log(`${row.good ? 'ok  ' : 'FAIL'} ${one.name}: ${row.opened}`)
        if (row.wanted !== 'none')
          report.same(`outages told: ${one.name}`, countOf(row.opened), countOf(row.wanted))
        if (!row.good) report.fault(`${one.name}: ${JSON.stringify(row)}`)
      }
    } finally {
      await world.house.stop()
    }
    console.table(rows)
  },
})
