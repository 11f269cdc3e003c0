import type { SimulatedOlt, SimulatedSwitch } from '@linecard/simulator'
import { assert, suite, until } from '@linecard/test-kit'
import { adminPassword, sceneOf, startInstallation, type Installation } from '../../support/installation.ts'
import { lacks, startVictoriaMetrics, type Program } from '@linecard/test-kit/worlds/programs'
import { boundsOf, chart, poll, stored, valuesOf, type Run } from './world.ts'

/** From simulated agents through the pollers into both stores of series, and out of the API. */
const test = suite('polled: rates', { level: 'full' })
const missing = lacks('victoria-metrics')

type Port = SimulatedSwitch['ports'][number]
interface Watched {
  name: string
  id: number
  ports: readonly Port[]
  /** Ids of stored interfaces by name and by bind key. */
  ids: ReadonlyMap<string, number>
  /** All polls, in their order. */
  runs: Run[]
  /** What the live operations answered beside the polls, by metric and interface (0: the device). */
  live: Map<string, number[]>
}

const switches = [
  { name: 'sw-dlink', vendor: 'dlink', model: 'DES-3200-28/C1' },
  { name: 'sw-cisco', vendor: 'cisco', model: 'WS-C2960X-24PS-L' },
  { name: 'sw-huawei', vendor: 'huawei', model: 'S5328C-EI' },
  { name: 'sw-eltex', vendor: 'eltex', model: 'MES2324P' },
].map(one => ({ kind: 'switch', ...one }))
const olt = { kind: 'olt', name: 'olt-zte', vendor: 'zte', model: 'C320', steady: true, onusPerPort: 2 }

let house!: Installation
let victoria: Program | null = null
const watched: Watched[] = []

test.before(async () => {
  if (!missing) victoria = await startVictoriaMetrics()
  house = await startInstallation({
    scene: sceneOf([...switches, olt]),
    features: ['pollers', 'metrics', 'switches', 'olts'].map(id => `@linecard/plugin-${id}`),
  })
  for (const { name } of [...switches, olt]) {
    const simulated = house.simulated(name).simulated as SimulatedSwitch | SimulatedOlt
    const ports = 'uplinks' in simulated ? simulated.uplinks : simulated.ports
    watched.push({ name, id: 0, ports, ids: new Map(), runs: [], live: new Map() })
  }
  count(0, 0)
  await Promise.all(
    watched.map(async one => {
      one.id = (await house.add(house.simulated(one.name))).id
      // Counters may be due already, and are then polled with it.
      one.runs.push(await poll(house.admin, one.id, ['interfaces_list']))
      const rows = await stored(house.admin, one.id)
      one.ids = new Map(rows.flatMap(row => [[row.name, row.id] as const, [row.bind_key, row.id] as const]))
      await askLive(one)
    }),
  )
})
test.after(async () => {
  await house?.stop()
  await victoria?.stop()
})

const growth = (at: number) => ({ received: 40_000 * (at + 1), sent: 15_000 * (at + 2) })

/** The counters of each port grow as `growth` says, and time goes on. */
function count(round: number, ms: number): void {
  house.clock.advance(ms)
  const now = house.clock.now()
  for (const { ports } of watched)
    for (const [at, port] of ports.entries()) {
      const { received, sent } = growth(at)
      const base = 10 ** 9
      port.zero = {
        ...port.zero,
        in: port.cable.octets(port.end === 0 ? 1 : 0, now) - base - round * received,
        out: port.cable.octets(port.end, now) - base - round * sent,
      }
    }
}

const asked = ['counters', 'interfaces_status', 'sys_resources']

/** Polls a device and asks it the same live, while its clock stands still. */
async function pollAndAsk(one: Watched): Promise<void> {
  const { name, id, runs } = one
  const progress: number[] = []
  const pollers = name === olt.name ? [...asked, 'optical_strength'] : asked
  const run = await poll(house.admin, id, pollers, ({ progress: { done } }) => progress.push(done))
  assert.is(run.result, 'ok', `${name}: ${run.error}`)
  // What is due is polled with it.
  assert.ok(run.progress.done >= pollers.length, `${name}: ${run.progress.done} pollers`)
  assert.is(run.progress.done, run.progress.total)
  assert.equal(
    progress,
    progress.toSorted((a, b) => a - b),
  )
  runs.push(run)
  await askLive(one)
}

async function askLive({ name, id, ids, live }: Watched): Promise<void> {
  const ask = <T>(module: string) => house.admin.post<T>(`/switcher-core/device/${module}/${id}`, {})
  const note = (metric: string, key: number | null, value: number | null | undefined) => {
    const subject = key === null ? 0 : ids.get(String(key))
    if (subject === undefined || value === null || value === undefined) return
    live.set(`${metric} ${subject}`, [...(live.get(`${metric} ${subject}`) ?? []), value])
  }
  const { cpu } = await ask<{ cpu: { util: number | null } | null }>('sys_resources')
  note('device_cpu_ratio', null, cpu?.util != null ? cpu.util / 100 : null)
  for (const row of await ask<{ interface: { id: number }; oper_status: string }[]>('link_info'))
    note('interface_up', row.interface.id, Number(row.oper_status === 'Up'))
  if (name !== olt.name) return
  for (const row of await ask<{ interface: { id: number }; rx: number | null }[]>('pon_onts_optical'))
    note('interface_receive_power_dbm', row.interface.id, row.rx)
}

let round = 0
/** Every device is polled three times, some seconds apart. Its counters have grown once before each poll. */
async function rounds(): Promise<number> {
  const since = Date.now()
  // A chart begins a step earlier: the first one also has what was polled before the first round.
  if (round > 0) for (const one of watched) one.live.clear()
  for (let more = 0; more < 3; more++) {
    count(++round, 3_000)
    await Promise.all(watched.map(pollAndAsk))
  }
  return since
}

/** The store has what the live operations answered at the time of the polls. */
async function assertGauges({ id, name, live }: Watched, since: number): Promise<void> {
  for (const metric of new Set([...live.keys()].map(key => key.split(' ')[0]!))) {
    const told = [...live].filter(([key]) => key.startsWith(`${metric} `))
    const subjectOf = (key: string) => key.slice(metric.length + 1)
    // Samples wait a second for others before they are written.
    const values = await until(
      `${name} has ${metric}`,
      async () => {
        const found = valuesOf(await chart(house.admin, 'series', { metric, device_id: id }, since), metric)
        return told.every(([key]) => found.get(subjectOf(key))?.length) ? found : null
      },
      { everyMs: 500 },
    )
    for (const [key, answers] of told) {
      const [least, most] = [Math.min(...answers), Math.max(...answers)]
      const found = values.get(subjectOf(key))!
      // Devices tell ratios as whole per cent.
      const slack = Math.max(Math.abs(most) * 0.01, metric.endsWith('_ratio') ? 0.01 : 0)
      for (const value of found)
        assert.ok(
          value >= least - slack && value <= most + slack,
          `${name}: ${key} is ${value}, live ${answers.join(' ')}`,
        )
    }
  }
}

/**
 * Each rate is what the agent counted in the time between two polls: of the first port within what the times of
 * all polls allow (a step of the chart may hold several), and of the others in the proportion in which they counted.
 */
function assertRates(
  found: ReadonlyMap<string, number[]>,
  { name, ports, ids, runs }: Watched,
  grown: (at: number) => number,
  what: string,
): void {
  const bounds = runs.slice(1).map((run, n) => boundsOf(runs[n]!, run, 1))
  const [least, most] = [Math.min(...bounds.map(([low]) => low)), Math.max(...bounds.map(([, high]) => high))]
  const units: number[][] = []
  for (const [at, { ifName, ifDescr }] of ports.entries()) {
    const id = ids.get(ifName) ?? ids.get(ifDescr)
    if (id !== undefined) units.push((found.get(String(id)) ?? []).map(value => value / grown(at)))
  }
  assert.is(units.length, ports.length, `${name}: ${[...ids.keys()].join(' ')}`)
  assert.ok(units[0]!.length > 0, `${name}: no ${what}`)
  for (const unit of units[0]!)
    assert.ok(unit >= least && unit <= most, `${name} ${what}: ${unit}, not ${least} to ${most}`)
  for (const [at, unit] of units.entries()) {
    assert.is(unit.length, units[0]!.length, `${name} ${ports[at]!.ifName}: ${what}`)
    for (const [n, value] of unit.entries())
      assert.ok(
        Math.abs(value / units[0]![n]! - 1) < 0.001,
        `${name} ${ports[at]!.ifName} ${what}: ${unit.join(' ')}`,
      )
  }
}

/** Rates, states and gauges of every device, out of the store of the moment. */
async function assertSeries(since: number): Promise<void> {
  for (const one of watched) {
    const traffic = await until(
      `${one.name} has rates`,
      async () => {
        const found = await chart(house.admin, 'traffic', { device_id: one.id }, since)
        const rates = valuesOf(found, 'interface_receive_bits_per_second')
        return one.ports.every(
          ({ ifName, ifDescr }) => rates.get(String(one.ids.get(ifName) ?? one.ids.get(ifDescr)))?.length,
        )
          ? found
          : null
      },
      { everyMs: 500 },
    )
    assert.ok(traffic.series.every(({ unit }) => unit === 'bit/s'))
    const bits = (counted: number) => counted * 8
    for (const [metric, grown] of [
      ['interface_receive_bits_per_second', (at: number) => bits(growth(at).received)],
      ['interface_transmit_bits_per_second', (at: number) => bits(growth(at).sent)],
    ] as const)
      assertRates(valuesOf(traffic, metric), one, grown, metric)
    await assertGauges(one, since)
  }
  const light = watched.at(-1)!
  assert.ok(
    [...light.live.keys()].some(key => key.startsWith('interface_receive_power')),
    light.name,
  )
}

test('rates are what the agents counted, from PostgreSQL', async () => {
  await assertSeries(await rounds())
})

if (missing) test.skip('rates are what the agents counted, from VictoriaMetrics', missing)
else
  test('rates are what the agents counted, from VictoriaMetrics', async () => {
    await house.admin.put('/system-components/metrics', {
      configuration: {
        store: 'prometheus',
        write_url: victoria!.url,
        read_url: victoria!.url,
        private_networks: true,
      },
      current_password: adminPassword,
    })
    await assertSeries(await rounds())
  })
