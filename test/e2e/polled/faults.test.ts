import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { assert, suite, until } from '@linecard/test-kit'
import { ip, startInstallation, type Installation } from '../../support/installation.ts'
import { startAgent, type AgentPort, type AgentState } from './agent.ts'
import { boundsOf, chart, poll, stored, type Chart, type Run } from './world.ts'

/**
 * Agents that restart, renumber their ports, wrap, fall silent in the middle of a walk, answer garbage and
 * come back, polled through the API. They are polled three times, once while the fault is there, and twice more.
 */
const test = suite('polled: faults', { level: 'full' })

type Agent = Awaited<ReturnType<typeof startAgent>>
interface Case {
  /** What happens before the fourth poll. */
  happens(agent: Agent): void
  /** What happens after it. */
  ends?(agent: Agent): void
  state?: Partial<AgentState>
  /**
   * What the ports counted at the start, by what they count until the next poll; by default each another
   * number.
   */
  begin?: (grown: bigint, at: number) => bigint
  /** What becomes of the fourth poll: it has rates, or none; some rows arrive, or nothing. */
  gives: 'rate' | 'gap' | 'some' | 'nothing'
  /** Pollers of the fourth poll. */
  pollers?: readonly string[]
}

const day = 86_400_000
const all = ['interfaces_list', 'interfaces_status', 'counters']
const names = ['wan', 'lan', 'dmz', 'mgmt', 'lab', 'roof']
const beginOf = (_: bigint, at: number) => 10_000_000n * BigInt(at * at + 1)
const growth = (at: number) => 12_000n * BigInt(at + 1)

const restarted = ({ state }: Agent, counted: (port: AgentPort) => bigint) => {
  state.bootMs = Date.now() - 2_000
  for (const port of state.ports) port.received = port.sent = counted(port)
}
/** A card before the others: every number moves by one. */
const renumbered = ({ state }: Agent) => {
  const ports = state.ports.map(port => ({ ...port, index: port.index + 1 }))
  state.ports = [{ index: 1, name: 'new', received: 77_000_000n, sent: 77_000_000n }, ...ports]
}

/** The ports that an agent does not list yet. */
const hidden: AgentPort[] = []

const cases: Readonly<Record<string, Case>> = {
  'nothing happens': { happens: () => undefined, gives: 'rate' },
  'it restarts and counts from zero': { happens: agent => restarted(agent, () => 5n), gives: 'gap' },
  'its counters are cleared': {
    happens: ({ state }) => state.ports.forEach(port => (port.received = port.sent = 0n)),
    gives: 'gap',
  },
  '32-bit counters wrap': {
    happens: () => undefined,
    state: { narrow: true },
    begin: grown => 2n ** 32n - 3n * grown - 1n,
    gives: 'rate',
  },
  '64-bit counters start again at their end': {
    happens: () => undefined,
    begin: grown => 2n ** 64n - 3n * grown - 1n,
    gives: 'gap',
  },
  'counters above 2^53': {
    happens: () => undefined,
    begin: (_, at) => 2n ** 60n + BigInt(at),
    gives: 'rate',
  },
  'its uptime starts again after 497 days': {
    happens: () => undefined,
    state: { bootMs: Date.now() - 2 ** 32 * 10 + 20_000 },
    gives: 'rate',
  },
  'it restarts, and has counted more than before': {
    happens: agent => restarted(agent, ({ received }) => received + 3_000_000n),
    gives: 'gap',
  },
  'it restarts with other numbers': {
    happens: agent => {
      restarted(agent, ({ received }) => received / 3n)
      renumbered(agent)
    },
    gives: 'gap',
    pollers: ['counters'],
  },
  'a card is put in while it runs': { happens: renumbered, gives: 'gap', pollers: ['counters'] },
  'it restarts and lists only some ports at first': {
    happens: agent => {
      restarted(agent, () => 5n)
      hidden.push(...agent.state.ports.slice(2))
      agent.state.ports = agent.state.ports.slice(0, 2)
    },
    ends: ({ state }) => {
      state.ports = [...state.ports, ...hidden.splice(0)]
    },
    gives: 'gap',
  },
  'it falls silent in the middle of a walk': {
    happens: ({ device }) =>
      (device.behaviour.silent = { under: ['1.3.6.1.2.1.31.1.1.1.1.4', '1.3.6.1.2.1.31.1.1.1.6.4'] }),
    ends: ({ device }) => delete device.behaviour.silent,
    gives: 'some',
  },
  'it answers garbage': {
    happens: ({ device }) =>
      (device.behaviour.tamper = () => randomBytes(1 + Math.floor(Math.random() * 300))),
    ends: ({ device }) => delete device.behaviour.tamper,
    gives: 'nothing',
  },
  'it does not answer at all': {
    happens: ({ device }) => (device.behaviour.silent = true),
    ends: ({ device }) => delete device.behaviour.silent,
    gives: 'nothing',
  },
}

interface Kept {
  id: number
  name: string
  comment: string
  tags: readonly string[]
}
interface Watched {
  one: Case
  agent: Agent
  id: number
  kept: readonly Kept[]
  runs: Run[]
  /** The rates of the device, by the time of the chart. */
  chart?: Chart
}

let house!: Installation
const watched = new Map<string, Watched>()
/** Begin and end of the time in which the fourth polls took place, seconds; no other poll did. */
let fault!: [from: number, to: number]

/** What people keep of the interfaces of a device. */
async function keptOf(id: number): Promise<Kept[]> {
  const rows = await stored(house.admin, id)
  return Promise.all(
    rows.map(async ({ id: port, name, comment }) => {
      const { tags } = await house.admin.get<{ tags: string[] }>(`/interface-marks/interface/${port}`)
      return { id: port, name, comment, tags }
    }),
  )
}

async function added(name: string, one: Case, host: number): Promise<void> {
  const begin = one.begin ?? beginOf
  const ports = names.map((port, at): AgentPort => {
    return { index: at + 1, name: port, received: begin(growth(at), at), sent: begin(2n * growth(at), at) }
  })
  const agent = await startAgent(ip(host), { bootMs: Date.now() - 40 * day, ports, ...one.state })
  const { id } = await house.add(agent.device, { name })
  await poll(house.admin, id, ['interfaces_list'])
  for (const { id: port, name: word } of await stored(house.admin, id)) {
    await house.admin.put(`/device-interface/${port}`, { comment: `behind the ${word}` })
    await house.admin.put(`/interface-marks/interface/${port}`, { tags: [`tag-${word}`] })
  }
  watched.set(name, { one, agent, id, kept: await keptOf(id), runs: [] })
}

/** Every port counts on, and every device is polled. */
async function round(): Promise<void> {
  const isFault = (runs: readonly Run[]) => runs.length === 3
  await Promise.all(
    [...watched.values()].map(async ({ one, agent, id, runs }) => {
      for (const port of agent.state.ports) {
        const at = names.indexOf(port.name)
        port.received += growth(at)
        port.sent += growth(at) * 2n
      }
      if (isFault(runs)) one.happens(agent)
      runs.push(await poll(house.admin, id, isFault(runs) ? (one.pollers ?? all) : all))
      if (isFault(runs.slice(1))) one.ends?.(agent)
    }),
  )
}

/** Steps of charts are 10 s: what is read later belongs to another step. Returns where the next begins, seconds. */
async function nextStep(): Promise<number> {
  const next = Math.ceil(Date.now() / 10_000) * 10_000
  await sleep(next + 20 - Date.now())
  return next / 1000
}

test.before(async () => {
  house = await startInstallation({
    features: ['pollers', 'metrics', 'interface-marks'].map(id => `@linecard/plugin-${id}`),
  })
  await Promise.all(Object.entries(cases).map(([name, one], at) => added(name, one, at + 1)))
  const since = Date.now()
  for (let n = 0; n < 3; n++) await round()
  const from = await nextStep()
  await round()
  fault = [from, await nextStep()]
  for (let n = 0; n < 2; n++) await round()
  for (const [name, one] of watched)
    one.chart = await until(
      `${name}: the last rates are stored after ${JSON.stringify(one.runs.slice(3))}`,
      async () => {
        const found = await chart(house.admin, 'traffic', { device_id: one.id, aggregate: 'max' }, since)
        const isLast = ([time, value]: [number, number | null]) => value !== null && time > fault[1]
        const whole = found.series.filter(({ points }) => points.some(isLast))
        return whole.length >= 2 * names.length ? found : null
      },
      { everyMs: 300 },
    )
})
test.after(async () => {
  await house?.stop()
  await Promise.all([...watched.values()].map(({ agent }) => agent.stop()))
})

for (const name of Object.keys(cases))
  test(`${name}: no spike, a gap is a gap, and nothing of an interface is lost`, async () => {
    const { one, id, kept, runs, chart: found } = watched.get(name)!
    for (const at of [0, 1, 2, 4, 5]) assert.is(runs[at]!.result, 'ok', `${at}: ${runs[at]!.error}`)
    // Which polls a rate may be the difference of.
    const pairs = {
      before: [
        [0, 1],
        [1, 2],
      ],
      fault: one.gives === 'rate' || one.gives === 'some' ? [[2, 3]] : [],
      after:
        one.gives === 'nothing'
          ? [
              [2, 4],
              [4, 5],
            ]
          : [
              [2, 4],
              [3, 4],
              [4, 5],
            ],
    }
    const ids = new Map(kept.map(row => [row.name, row.id]))
    for (const [at, word] of names.entries())
      for (const [metric, factor] of [
        ['interface_receive_bits_per_second', 8],
        ['interface_transmit_bits_per_second', 16],
      ] as const) {
        const series = found!.series.find(
          ({ labels }) => labels['metric'] === metric && labels['interface_id'] === String(ids.get(word)),
        )
        assert.ok(series, `${word} ${metric}`)
        const of = (time: number) => (time <= fault[0] ? 'before' : time <= fault[1] ? 'fault' : 'after')
        const told = Object.groupBy(
          series!.points.filter(([, value]) => value !== null),
          ([time]) => of(time),
        )
        for (const when of ['before', 'fault', 'after'] as const) {
          const values = (told[when] ?? []).map(([, value]) => value!)
          const grown = (from: number, to: number) => Number(growth(at)) * factor * (to - from)
          const bounds = pairs[when].map(([from, to]) =>
            boundsOf(runs[from!]!, runs[to!]!, grown(from!, to!)),
          )
          const text = `${word} ${when}: ${values.join(' ')}, not ${JSON.stringify(bounds)}`
          if (when !== 'fault' || one.gives !== 'some') assert.is(values.length > 0, bounds.length > 0, text)
          for (const value of values)
            assert.ok(
              value >= Math.min(...bounds.map(([least]) => least)) &&
                value <= Math.max(...bounds.map(([, most]) => most)),
              text,
            )
        }
      }
    const now = new Map((await keptOf(id)).map(row => [row.id, row]))
    assert.equal(
      kept.map(row => now.get(row.id)),
      kept,
    )
  })
