import type { Polled } from '@linecard/plugin-kit'
import { assert, suite } from '@linecard/test-kit'
import { storeLinks } from '../src/polled/link.ts'
import type { PollParts } from '../src/polled/parts.ts'
import type { SpeedChange } from '../src/rates/speed-changes.ts'
import { decodeSpeeds } from '../src/rates/speeds.ts'
import type { Row } from '../src/series/row.ts'

const test = suite('states and speeds of links in a poll')
const time = Date.UTC(2026, 2, 1, 12)

/** What is stored of polls of device 7, whose interfaces have the ids 101 and up. */
function kept() {
  const [rows, changes, writes] = [[] as Row[], [] as SpeedChange[], [] as number[]]
  let state: Buffer | null = null
  const replaced: PollParts['speeds']['replace'] = async (_device, at, make) => {
    const made = make(state)
    if (!made) return null
    writes.push(at.getTime())
    state = made.state
    return made.result
  }
  const subject = (id: number) => ({ id: 100 + id, stored: id !== 9 })
  const parts = {
    add: (more: readonly Row[]) => void rows.push(...more),
    subjects: {
      having: async (_device: number, refs: readonly { id: number }[]) => ({
        byKey: new Map(refs.map(({ id }) => [String(id), subject(id)])),
      }),
    },
    speeds: { replace: replaced },
    isOvertaken: async () => false,
    speedChanged: async (_at: Date, more: readonly SpeedChange[]) => void changes.push(...more),
  } as unknown as PollParts
  const poll = (answers: Readonly<Record<string, unknown>>) =>
    storeLinks(parts, {
      device: { id: 7 },
      answers: new Map(Object.entries(answers).map(([name, data]) => [name, { data, time: new Date(time) }])),
    } as unknown as Polled)
  return { rows, changes, writes, poll, speeds: () => decodeSpeeds(state) }
}
type Link = [id: number, oper: string | null, mbps: number | null, admin?: string | null]
const linkInfo = (...links: Link[]) => ({
  link_info: links.map(([id, oper_status, speed_mbps, admin_state = 'Enabled']) => ({
    interface: { id, name: `${id}` },
    oper_status,
    admin_state,
    speed_mbps,
  })),
})

test('a link that is down keeps the speed it had, whatever the agent tells meanwhile', async () => {
  const { poll, speeds, changes } = kept()
  await poll(linkInfo([1, 'Up', 1000], [2, 'Down', 1000], [3, 'Unknown', 100], [4, null, 10]))
  assert.equal(
    speeds(),
    new Map([
      [101, 125_000_000],
      [103, 12_500_000],
      [104, 1_250_000],
    ]),
  )
  await poll(linkInfo([1, 'Down', 10]))
  assert.equal([speeds().get(101), changes], [125_000_000, []])
})

test('a speed that nobody knows is none: absent, nothing, negative', async () => {
  const { poll, speeds, rows, writes } = kept()
  await poll(linkInfo([1, 'Up', null], [2, 'Up', 0], [3, 'Up', -1]))
  assert.equal([speeds().size, writes], [0, []])
  assert.equal(
    rows.map(({ values }) => values[2]),
    [NaN, NaN, NaN],
  )
  await poll(linkInfo([1, 'Up', 1]))
  assert.equal([...speeds()], [[101, 125_000]])
})

test('another speed is a change once; the first one and the same one are none', async () => {
  const { poll, changes, writes, speeds } = kept()
  await poll(linkInfo([1, 'Up', 1000], [2, 'Up', 1000]))
  await poll(linkInfo([1, 'Up', 1000], [2, 'Up', 1000]))
  assert.equal([changes, writes], [[], [time]])
  await poll(linkInfo([1, 'Up', 100], [2, 'Up', 1000], [3, 'Up', 10]))
  assert.equal(changes, [{ interface_id: 101, previous: 125_000_000, speed: 12_500_000 }])
  assert.equal(
    [...speeds()],
    [
      [101, 12_500_000],
      [102, 125_000_000],
      [103, 1_250_000],
    ],
  )
})

test('states: up is 1, everything else that is known 0, and what is unknown no value', async () => {
  const { poll, rows } = kept()
  await poll(
    linkInfo(
      [1, 'Up', 1000],
      [2, 'Down', null, 'Disabled'],
      [3, 'Unknown', 100, 'Unknown'],
      [4, null, 100, null],
      [5, 'Dormant', 100],
      [9, 'Up', 100],
    ),
  )
  assert.equal(
    rows.map(({ interface: id, values }) => [id, ...values]),
    [
      [101, 1, 1, 125_000_000],
      [102, 0, 0, NaN],
      [103, NaN, NaN, 12_500_000],
      [104, NaN, NaN, 12_500_000],
      [105, 0, 1, 12_500_000],
    ],
  )
  assert.equal([rows[0]!.device, rows[0]!.part, rows[0]!.time], [7, '', time])
})

test('states of ONUs, each with its number; an unknown one says nothing', async () => {
  const { poll, rows } = kept()
  const states = ['Online', 'Offline', 'PowerOff', 'LOS', 'Unregistered', 'Disabled', 'Unknown', 'other']
  await poll({
    pon_onts_status: states.map((status, at) => ({
      interface: { id: at + 11, name: '' },
      status,
      admin_state: at === 1 ? 'Disabled' : 'Enabled',
    })),
  })
  assert.equal(
    rows.map(({ values }) => values),
    [
      [1, 1, NaN, 1],
      [0, 0, NaN, 0],
      [0, 1, NaN, -1],
      [0, 1, NaN, -2],
      [0, 1, NaN, -3],
      [0, 1, NaN, -4],
      [NaN, 1, NaN, NaN],
      [NaN, 1, NaN, NaN],
    ],
  )
})

test('a poll without an answer stores nothing', async () => {
  const { poll, rows } = kept()
  await poll({ link_info: null })
  await poll({})
  assert.equal(rows, [])
})
