import { assert, suite } from '@linecard/test-kit'
import { lookSoon, type Caller } from '@linecard/plugin-kit'
import type { OnuFact, Picture, Verdict } from '../src/judge/index.ts'
import { listOutages, outageById } from '../src/outages/list.ts'
import { look, openOf, type Looked, write } from '../src/outages/look.ts'
import { optionsOf } from '../src/outages/options.ts'
import type { Member } from '../src/outages/outage.ts'
import { noteReading } from '../src/picture/asked.ts'
import { pictureOf } from '../src/picture/picture.ts'
import { review, unreviewed } from '../src/outages/review.ts'
import { openOutages, type Stored } from '../src/outages/store.ts'
import { startWorld, type Street } from './world.ts'

/** Outages as they are written, listed, looked at and reviewed in the database. */
const test = suite('correlation: outages in the database')
let world!: Street
test.before(async () => {
  world = await startWorld()
})
test.after(() => world?.stop())

const minute = 60_000
const noon = Date.UTC(2026, 2, 1, 12)
const at = (minutes: number) => new Date(noon + minutes * minute)
const range = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n)

/** An outage of a device; times are minutes after noon. */
interface Given {
  device?: number
  kind?: string
  scope?: string
  interfaces?: number[]
  began?: number
  opened?: number | null
  ended?: number | null
  reviewed?: boolean
  members?: readonly (readonly [id: number, back: number | null, reason?: string])[]
}
async function put({ device = 7, kind = 'fibre_cut', scope = 'pon', members = [], ...more }: Given) {
  const { interfaces = [], began = 0, opened = 1, ended = null, reviewed = false } = more
  const time = (minutes: number | null) => (minutes === null ? null : at(minutes))
  const [row] = await world.sql<{ id: number }>(
    `insert into correlation_outage (device_id, kind, first_kind, scope, ports, card, interface_ids,
       below_device_ids, confidence, evidence, title, description, customers, began_at, seen_at, opened_at,
       ended_at, reviewed)
     values ($1, $2, 'undetermined', $3, '{1}', null, $4, '{}', 0.12345, $5, 'given title', 'given text', 5,
       $6, $6, $7, $8, $9) returning id`,
    [
      device,
      kind,
      scope,
      interfaces,
      JSON.stringify([
        { what: 'no light', weight: 1.2345, at: noon },
        { what: 'few', weight: -0.567, at: noon + 1 },
      ]),
      at(began),
      time(opened),
      time(ended),
      reviewed,
    ],
  )
  for (const [id, back, reason = 'los'] of members)
    await world.sql(
      `insert into correlation_member (outage_id, interface_id, port, model, reason, lost_at, back_at)
       values ($1, $2, '1', 'F660', $3, $4, $5)`,
      [row!.id, id, reason, at(began), time(back)],
    )
  return row!.id
}
const clear = async () => {
  await world.sql('delete from correlation_outage')
  await world.sql('delete from correlation_gasp')
  await world.sql('delete from correlation_group')
}
const callerOf = (groupIds: number[] | null): Caller => ({
  userId: 1,
  login: 'noc',
  permissions: new Set(['correlation_show']),
  groupIds,
  sessionId: null,
})
const [everybody, ours] = [callerOf(null), callerOf([71])]

test('a list of outages: a filter is forgotten, the order is wrong, or one is seen that nobody was told of', async () => {
  await clear()
  const cut = await put({
    interfaces: [201, 103, 101],
    members: [
      [1002, 5],
      [1001, null],
    ],
  })
  const power = await put({
    kind: 'power_loss',
    ended: 9,
    members: [
      [1101, 8],
      [1102, 8],
      [1103, null],
    ],
  })
  const olt = await put({ device: 8, kind: 'olt', scope: 'olt', began: -10 })
  await put({ began: 30, opened: null })
  const last = await put({ device: 8, began: 20, ended: 25 })
  const list = async (query: Parameters<typeof listOutages>[2] = {}, caller = everybody) => {
    const { outages, meta } = await listOutages(world.ctx, caller, query)
    return { ids: outages.map(({ id }) => id), meta }
  }
  assert.equal(await list(), { ids: [last, power, cut, olt], meta: { total: 4, limit: 100, offset: 0 } })
  const ids = async (query: Parameters<typeof listOutages>[2]) => (await list(query)).ids
  assert.equal(await ids({ device_id: 7 }), [power, cut])
  assert.equal(await ids({ kind: 'power_loss' }), [power])
  assert.equal(await ids({ open: true }), [cut, olt])
  assert.equal(await ids({ open: false }), [last, power])
  assert.equal(await ids({ interface_id: 103 }), [cut], 'a port')
  assert.equal(await ids({ interface_id: 1002 }), [cut], 'an ONU')
  assert.equal(await ids({ interface_id: 1101 }), [power], 'an ONU of another one')
  assert.equal(await ids({ interface_id: 102 }), [])
  assert.equal(await ids({ open: true, device_id: 7 }), [cut])
  assert.equal(await ids({ open: true, kind: 'power_loss' }), [])
  assert.equal(await list({ limit: 2, offset: 1 }), {
    ids: [power, cut],
    meta: { total: 4, limit: 2, offset: 1 },
  })
  assert.is((await list({ limit: 5000 })).meta.limit, 1000)
  assert.equal(await list({}, ours), { ids: [power, cut], meta: { total: 2, limit: 100, offset: 0 } })

  const { outages } = await listOutages(world.ctx, ours, { interface_id: 103 })
  const { device, ...view } = outages[0]!
  assert.is(device.id, 7)
  assert.equal(view as object, {
    id: cut,
    kind: 'fibre_cut',
    first_kind: 'undetermined',
    scope: 'pon',
    title: 'given title',
    description: 'given text',
    event_name: 'fibre_cut',
    confidence: 0.123,
    interface_ids: [101, 103],
    customers: 5,
    onus: { lost: 1, back: 1 },
    evidence: [
      { what: 'no light', weight: 1.23, time: at(0) },
      { what: 'few', weight: -0.57, time: new Date(noon + 1) },
    ],
    began_at: at(0),
    opened_at: at(1),
    revised_at: null,
    ended_at: null,
  })
  const seen = await listOutages(world.ctx, everybody, { interface_id: 103 })
  assert.equal(seen.outages[0]!.interface_ids, [101, 103, 201])
  assert.equal((await listOutages(world.ctx, ours, { kind: 'power_loss' })).outages[0]!.onus, {
    lost: 1,
    back: 2,
  })
})

test('an outage with its ONUs: of another group, not told yet, or with the ONUs of another one', async () => {
  await clear()
  const id = await put({
    members: [
      [1003, null],
      [1001, 5, 'gasp'],
      [1002, null],
    ],
  })
  await put({ members: [[1004, null]] })
  const [hidden, theirs] = [await put({ opened: null }), await put({ device: 8 })]
  const one = await outageById(world.ctx, ours, id)
  assert.equal([one.id, one.title, one.onus], [id, 'given title', { lost: 2, back: 1 }])
  assert.equal(one.members as object, [
    { interface_id: 1001, name: 'gpon0/1/1:1', reason: 'gasp', lost_at: at(0), back_at: at(5) },
    { interface_id: 1002, name: 'gpon0/1/1:2', reason: 'los', lost_at: at(0), back_at: null },
    { interface_id: 1003, name: 'gpon0/1/1:3', reason: 'los', lost_at: at(0), back_at: null },
  ])
  const refused = async (unknown: number) => {
    try {
      return (await outageById(world.ctx, ours, unknown)).title
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  for (const unknown of [hidden, theirs, 999_999])
    assert.is(await refused(unknown), 'CORRELATION_OUTAGE_UNKNOWN')
  assert.is((await outageById(world.ctx, everybody, theirs)).id, theirs)
})

const picture = (minutes: number): Picture => ({
  now: at(minutes).getTime(),
  olt: { id: 9, name: 'nine', up: true, since: null, restartedAt: null, restartSeenAt: null, upstream: null },
  cards: [],
  ports: [],
  uplinks: [],
  onus: range(1001, 4).map(id => ({ id, lostAt: null, member: false }) as OnuFact),
  gasps: new Map(),
  groups: new Map(),
})
const verdictOf = (more: Partial<Verdict> = {}): Verdict => ({
  kind: 'undetermined',
  scope: 'branch',
  ports: ['1', '2'],
  card: null,
  members: [],
  interfaces: [101, 102],
  began: noon,
  confidence: 0.5,
  evidence: [{ what: 'no light', weight: 1, at: noon }],
  ...more,
})
const memberOf = (id: number, more: Partial<Member> = {}): Member => ({
  id,
  port: '1',
  model: 'F660',
  reason: 'los',
  lostAt: noon,
  deregAt: null,
  backAt: null,
  ...more,
})
const back = (id: number, minutes: number) => memberOf(id, { backAt: at(minutes).getTime() })
const rows = () =>
  world.sql<Record<string, unknown>>('select * from correlation_outage where device_id = 9 order by id')
const membersOf = async (id: number) =>
  (
    await world.sql<{ interface_id: number; back_at: Date | null }>(
      'select interface_id, back_at from correlation_member where outage_id = $1 order by interface_id',
      [id],
    )
  ).map(({ interface_id: one, back_at: time }) => [one, time])
const open = async () => (await openOutages(world.ctx.em(), 9))[0]!
type Kept = Extract<Parameters<typeof write>[1], { do: 'keep' }>
/** The outage of device 9 becomes this. */
const keep = async (
  minutes: number,
  outage: Stored | null,
  more: Partial<Kept> = {},
  readAt: number | null = null,
) =>
  write(
    world.ctx.em(),
    {
      do: 'keep',
      outage,
      verdict: verdictOf(),
      members: [memberOf(1001), memberOf(1002)],
      opens: false,
      looks: 1,
      ...more,
    },
    picture(minutes),
    readAt,
  )

test('a new outage loses a column or an ONU, or people are told of it too early', async () => {
  await clear()
  const deregAt = at(-1).getTime()
  const members = [memberOf(1002, { deregAt, reason: 'gasp', port: null }), back(1001, 2)]
  assert.is(await keep(5, null, { members }), false)
  const [row] = await rows()
  assert.equal(
    { ...row, id: 0, title: '', description: '' },
    {
      id: 0,
      device_id: 9,
      kind: 'undetermined',
      first_kind: 'undetermined',
      scope: 'branch',
      ports: ['1', '2'],
      card: null,
      interface_ids: [101, 102],
      below_device_ids: [],
      confidence: 0.5,
      evidence: [{ what: 'no light', weight: 1, at: noon }],
      title: '',
      description: '',
      customers: 2,
      looks: 1,
      began_at: at(0),
      seen_at: at(5),
      opened_at: null,
      revised_at: null,
      reviewed: false,
      ended_at: null,
    },
  )
  assert.is(row!['title'], 'ONUs lost together: nine, a part of 1, 2: 2 ONUs')
  assert.not.match(row!['description'] as string, 'At first')
  assert.equal(
    [...(await open()).members.values()].toSorted((a, b) => a.id - b.id),
    members.toReversed(),
  )
  await clear()
  const uplink = verdictOf({ kind: 'uplink', scope: 'uplink' })
  assert.is(await keep(5, null, { opens: true, looks: 3, verdict: uplink }, at(3).getTime()), true)
  const [plain] = await rows()
  assert.equal([plain!['looks'], plain!['opened_at'], plain!['seen_at']], [3, at(5), at(3)])
  assert.equal([plain!['below_device_ids'], plain!['customers']], [[9], 4])
})

test('an outage that is seen again: what it was at first, when it opened or was revised is wrong', async () => {
  await clear()
  const times = async () => {
    const [row] = await rows()
    const { kind, first_kind: first, opened_at: opened, revised_at: revised, seen_at: seen } = row!
    return [kind, first, opened, revised, seen]
  }
  await keep(5, null, {}, at(4).getTime())
  assert.is(await keep(6, await open(), { looks: 2 }, at(3).getTime()), false)
  assert.equal(await times(), ['undetermined', 'undetermined', null, null, at(4)], 'an older reading')
  const power = verdictOf({ kind: 'power_loss' })
  assert.is(await keep(7, await open(), { verdict: power, members: [back(1001, 6)] }, at(7).getTime()), false)
  assert.equal(await times(), ['power_loss', 'power_loss', null, null, at(7)], 'nobody was told')
  assert.is(await keep(8, await open(), { verdict: power, opens: true, members: [back(1001, 6)] }), true)
  assert.equal(await times(), ['power_loss', 'power_loss', at(8), null, at(7)])
  assert.is(await keep(9, await open(), { verdict: power, members: [back(1001, 6)] }), false, 'the same')
  assert.equal(await times(), ['power_loss', 'power_loss', at(8), null, at(7)])
  const cut = verdictOf({ kind: 'fibre_cut', confidence: 0.75, ports: ['3'] })
  assert.is(await keep(10, await open(), { verdict: cut, members: [back(1001, 6)], looks: 7 }), true)
  assert.equal(await times(), ['fibre_cut', 'power_loss', at(8), at(10), at(7)])
  const [row] = await rows()
  assert.equal([row!['confidence'], row!['ports'], row!['looks'], row!['customers']], [0.75, ['3'], 7, 1])
  assert.match(row!['title'] as string, 'Fibre cut: nine')
  assert.match(row!['description'] as string, 'At first it was taken for: power loss.')
})

test('ONUs of an outage: one that is back is not told, one that left it stays, or those of another one go', async () => {
  await clear()
  await keep(5, null, { opens: true })
  const other = await put({
    members: [
      [1001, null],
      [1009, null],
    ],
  })
  const { id } = await open()
  assert.is(await keep(6, await open(), { members: [memberOf(1001), back(1002, 6)] }), true, 'one is back')
  assert.equal(await membersOf(id), [
    [1001, null],
    [1002, at(6)],
  ])
  assert.is(await keep(7, await open(), { members: [back(1002, 6), memberOf(1003)] }), false, 'as many')
  assert.equal(await membersOf(id), [
    [1002, at(6)],
    [1003, null],
  ])
  assert.is(await keep(8, await open(), { members: [back(1002, 6), back(1003, 8)] }), true, 'all are back')
  assert.is(await keep(9, await open(), { members: [back(1002, 6), back(1003, 8), back(1004, 9)] }), false)
  assert.equal(await membersOf(other), [
    [1001, null],
    [1009, null],
  ])
  const changed = { reason: 'gasp', model: 'MUTE', port: '2', deregAt: at(1).getTime() } as const
  await keep(10, await open(), { members: [memberOf(1003, { ...changed, lostAt: at(9).getTime() })] })
  assert.equal([...(await open()).members.values()], [memberOf(1003, changed)], 'it was lost at first')
})

test('an outage that is over stays open, or one that nobody was told of stays', async () => {
  await clear()
  const there = await put({ members: [[1009, null]] })
  const end = async (minutes: number) =>
    write(
      world.ctx.em(),
      { do: 'end', outage: await open(), members: [back(1001, 9), back(1002, 9)] },
      picture(minutes),
      null,
    )
  await keep(5, null)
  assert.is(await end(10), false, 'nobody was told')
  assert.equal(await rows(), [])
  await keep(5, null)
  assert.is(await write(world.ctx.em(), { do: 'drop', outage: await open() }, picture(10), null), false)
  assert.equal(await rows(), [])
  await keep(5, null, { opens: true, verdict: verdictOf({ kind: 'power_loss' }) })
  const outage = { ...(await open()), verdict: verdictOf({ kind: 'fibre_cut', confidence: 0.25 }) }
  const members = [back(1001, 9), back(1002, 9), back(1003, 9)]
  assert.is(await write(world.ctx.em(), { do: 'end', outage, members }, picture(10), null), true)
  const [row] = await rows()
  assert.equal([row!['kind'], row!['confidence'], row!['ended_at']], ['fibre_cut', 0.25, at(10)])
  assert.is(row!['title'], 'Fibre cut: nine, a part of 1, 2: 3 ONUs')
  assert.match(row!['description'] as string, 'At first it was taken for: power loss.')
  assert.equal(
    await membersOf(row!['id'] as number),
    range(1001, 3).map(id => [id, at(9)]),
  )
  assert.equal(await openOutages(world.ctx.em(), 9), [], 'it is open')
  assert.equal(
    (await openOutages(world.ctx.em(), 7)).map(({ id, firstKind }) => [id, firstKind]),
    [[there, 'undetermined']],
  )
})

const reviewed = async (id: number) =>
  (
    await world.sql<{
      reviewed: boolean
      kind: string
      first_kind: string
      title: string
      revised_at: unknown
      confidence: number
      evidence: unknown[]
    }>('select * from correlation_outage where id = $1', [id])
  )[0]!
const minutesNow = () => (Date.now() - noon) / minute
const count = async (text: string) =>
  (await world.sql<{ n: number }>(`select count(*)::int n from ${text}`))[0]!.n

test('a review: what the ONUs told is not seen, is learnt of other ONUs, or is learnt twice', async () => {
  await clear()
  const now = minutesNow()
  const members = range(1001, 6).map(id => [id, now - 1, 'gasp'] as const)
  const more = { scope: 'branch', began: now - 9, opened: now - 8, ended: now - 1 }
  const cut = await put({ ...more, kind: 'undetermined', members })
  // In two processes at the same time.
  await Promise.all([review(world.ctx, 7), review(world.ctx, 7)])
  const row = await reviewed(cut)
  assert.equal([row.reviewed, row.kind, row.first_kind], [true, 'power_loss', 'undetermined'])
  assert.match(row.title, 'Power loss: olt-ours')
  assert.match(row.title, '6 ONUs')
  assert.ok(row.revised_at instanceof Date)
  assert.ok(row.confidence > 0.5 && JSON.stringify(row.evidence) !== '[]')
  assert.ok(!JSON.stringify(row.evidence).includes('"few"'))
  const learnt = () => world.sql('select model, gasped, silent from correlation_gasp')
  assert.equal(await learnt(), [{ model: 'F660', gasped: 6, silent: 0 }])
  const groups = () => world.sql('select device_id, members, times from correlation_group')
  assert.equal(await groups(), [{ device_id: 7, members: range(1001, 6), times: 1 }])
  await review(world.ctx, 7)
  assert.equal(await learnt(), [{ model: 'F660', gasped: 6, silent: 0 }])
  assert.equal(await groups(), [{ device_id: 7, members: range(1001, 6), times: 1 }])
})

test('a review revises what stays the same, one that is open, or one of another device', async () => {
  await clear()
  const now = minutesNow()
  const members = range(1001, 6).map(id => [id, now - 1, 'gasp'] as const)
  const more = { kind: 'power_loss', began: now - 9, opened: now - 8, members }
  const same = await put({ ...more, ended: now - 1 })
  const opened = await put(more)
  const theirs = await put({ ...more, device: 8, ended: now - 1 })
  const none = await put({ ended: now - 1 })
  const foreign = await put({ ...more, device: 9, ended: now - 1 })
  await review(world.ctx, 7)
  const row = await reviewed(same)
  assert.equal([row.reviewed, row.title, row.revised_at], [true, 'given title', null])
  assert.is((await reviewed(opened)).reviewed, false)
  assert.is((await reviewed(theirs)).reviewed, false)
  const empty = await reviewed(none)
  assert.equal([empty.reviewed, empty.kind, empty.title], [true, 'fibre_cut', 'given title'], 'without ONUs')
  assert.is((await reviewed(foreign)).reviewed, false)
  await review(world.ctx, 9)
  const left = await reviewed(foreign)
  assert.equal([left.reviewed, left.title], [true, 'given title'], 'a device that has no ONUs any more')
})

test('more than twenty outages of a device are reviewed at once, or not those that ended first', async () => {
  await clear()
  for (let n = 0; n < 22; n++) await put({ device: 8, ended: n })
  const left = () => count('correlation_outage where not reviewed')
  await review(world.ctx, 8)
  assert.is(await left(), 2)
  await review(world.ctx, 8)
  assert.is(await left(), 0)
})

test('devices to review: one whose outage ended just now, that was reviewed or is open; or one twice', async () => {
  await clear()
  for (const minutes of [1, 2]) await put({ device: 7, ended: minutes })
  await put({ device: 8, ended: 5 })
  await put({ device: 9, ended: 1, reviewed: true })
  await put({ device: 9, ended: null })
  assert.equal(await unreviewed(world.ctx.em(), at(5)), [7], 'at that very time')
  assert.equal((await unreviewed(world.ctx.em(), new Date(at(5).getTime() + 1))).toSorted(), [7, 8])
})

test('a look: people are told of nothing new, or not of what is; the OLT is asked for nothing, or not at all', async () => {
  await clear()
  let told = 0
  const stop = world.ctx.events.on(lookSoon, payload => {
    if ((payload as { device_ids: number[] }).device_ids[0] === 7) told++
  }) as unknown as (() => void) | undefined
  const reads = async (states: Parameters<Street['reads']>[1] = {}, reading = true) => {
    told = 0
    world.pass(states['LOS'] || states['PowerOff'] ? 10 : 0)
    const { ask, waits }: Looked = reading ? await world.reads(7, states) : await look(world.ctx, 7)
    return `${ask ? 'asks ' : ''}${waits ? 'waits ' : ''}${told ? 'tells' : ''}`.trim()
  }
  assert.is(await reads(), '')
  assert.is(await reads({ LOS: range(1101, 3) }), 'asks waits', 'three are lost')
  assert.is(await reads({}, false), 'waits', 'no reading since')
  assert.is(await reads(), 'tells', 'the next reading shows them too')
  assert.is(await reads(), '', 'nothing new')
  assert.is(await reads({ PowerOff: range(1001, 6) }), 'asks tells', 'six gasped: plain at once')
  assert.is(await reads({ Online: [1101] }), 'tells', 'one of the first is back')
  assert.is(await reads({ Online: range(1001, 6) }), 'asks tells', 'the second is over')
  assert.is(await reads({ LOS: range(1011, 3) }), 'asks waits', 'another one beside one that is open')
  assert.is(await reads({ Online: range(1011, 3) }), 'asks', 'nobody was told of it')
  assert.is(await reads({ Online: range(1102, 2) }), 'asks tells')
  assert.is(await reads({ Down: [103] }), 'tells', 'an uplink has no ONUs to ask for')
  assert.is(await reads({ Up: [103] }), 'tells')
  assert.equal(await look(world.ctx, 9), { told: false, ask: false, waits: false } as Looked)
  stop?.()
})

test('two looks at a device at the same time write an outage twice', async () => {
  await clear()
  await world.reads(7, { LOS: range(1101, 20) })
  await clear()
  await Promise.all([look(world.ctx, 7), look(world.ctx, 7), look(world.ctx, 7)])
  assert.is(await count('correlation_outage'), 1)
  await world.reads(7, { Online: range(1101, 20) })
})

test('what the picture knows of open outages: a time is lost, or a port', () => {
  const stored = (id: number, members: Member[], interfaces: number[]) =>
    ({
      id,
      members: new Map(members.map(one => [one.id, one])),
      verdict: { interfaces },
    }) as unknown as Stored
  const { members, interfaceIds } = openOf([
    stored(1, [memberOf(1), memberOf(2, { backAt: noon + 1, deregAt: noon + 2, reason: 'gasp' })], [5, 6]),
    stored(2, [memberOf(3)], [6]),
  ])
  const lost = { lost_at: at(0), back_at: null, dereg_at: null, reason: 'los' }
  assert.equal([...members] as unknown[], [
    [1, lost],
    [2, { lost_at: at(0), back_at: new Date(noon + 1), dereg_at: new Date(noon + 2), reason: 'gasp' }],
    [3, lost],
  ])
  assert.equal([...interfaceIds], [5, 6])
})

test('settings are taken for other units', () => {
  assert.equal(
    optionsOf({
      least_onus: 3,
      window_sec: 7,
      lookback_min: 11,
      restart_min: 13,
      settle_min: 17,
      ask: true,
      outage_days: 1,
    }),
    { leastOnus: 3, windowMs: 7_000, lookbackMs: 660_000, restartMs: 780_000, settleMs: 1_020_000 },
  )
})

test('nobody knows for how long no reading came before ONUs were lost, also where one was late or overtaken', async () => {
  await clear()
  await world.reads(7)
  world.pass(47)
  await world.reads(7, { Offline: [1018, 1019] })
  world.pass(2)
  await world.reads(7, { LOS: [1020] })
  // A reading that began long ago is stored after the others.
  await noteReading(world.ctx, 7, new Date(world.ctx.clock().getTime() - 30 * 60_000))
  const seen = (await pictureOf(world.ctx, world.ctx.em(), 7, {
    members: new Map(),
    interfaceIds: new Set(),
  }))!
  const minutes = (id: number) => {
    const { lostAt, unseenMs } = seen.picture.onus.find(one => one.id === id)!
    return [lostAt !== null, unseenMs === null ? null : Math.round(unseenMs / 60_000)]
  }
  assert.equal([1001, 1018, 1019, 1020].map(minutes), [
    [false, null],
    [true, 28],
    [true, 28],
    [true, 2],
  ])
  await world.reads(7, { Online: [1018, 1019, 1020] })
})
