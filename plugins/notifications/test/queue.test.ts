import { DeliveryFailed, type Context } from '@linecard/plugin-kit'
import type { SqlEntityManager } from '@linecard/plugin-kit/sql'
import { assert, suite } from '@linecard/test-kit'
import type { Config } from '../src/config.ts'
import { claimFor, waitingContacts, type Claimed } from '../src/delivery/claim.ts'
import { digestText, writeDigest } from '../src/delivery/digest.ts'
import { dueOf, forbidden, mostDue } from '../src/delivery/due.ts'
import { outcomeOf, pauseSec, settle, takeBack } from '../src/delivery/settle.ts'
import { personWith, reader, startWorld, type Person, type World } from './world.ts'

/** The queue of one contact, in the database. The contacts here are of a channel that nobody sends by. */
const test = suite('notifications: the queue of a contact')
const channel = 'pigeon'
let world!: World & { ctx: Context<Config> }
let ctx!: Context<Config>
let em!: SqlEntityManager
let person!: Person
let everything!: Person

test.before(async () => {
  world = await startWorld({ flood_messages: 3, flood_window_sec: 600, timeout_sec: 30 })
  ctx = world.ctx
  em = ctx.em()
  person = await personWith(world, [...reader], [71])
  everything = await personWith(world, [...reader, 'events_see_all'])
})
test.after(() => world?.stop())

let [contacts, sources] = [0, 1_000]
async function contact({ of = person, quiet = null as object | null } = {}): Promise<number> {
  const [row] = await world.sql<{ id: number }>(
    `insert into notifications_contact (user_id, type, value, severities, quiet)
     values ($1, $2, $3, '{info,warning,critical,notify}', $4) returning id`,
    [of.id, channel, `dovecote ${++contacts}`, quiet && JSON.stringify(quiet)],
  )
  return row!.id
}
interface Put {
  kind?: string
  source?: string
  sourceId?: number
  state?: string
  /** Seconds from now. */
  dueIn?: number
  endedIn?: number | null
  digest?: string | null
  severity?: string
  device?: number | null
  data?: object
  channel?: string
  title?: string
}
async function put(to: number, more: Put = {}): Promise<string> {
  const { kind = 'alert', source = 'event', sourceId = ++sources, state = 'queued', dueIn = -5 } = more
  const { endedIn = null, digest = null, severity = 'warning', device = 7, data = {}, title = 't' } = more
  const [row] = await world.sql<{ id: string }>(
    `insert into notifications_delivery (contact_id, channel, source, source_id, kind, severity, name, title,
       device_id, data, state, due_at, ended_at, digest_id)
     values ($1, $2, $3, $4, $5, $6, 'n', $7, $8, $9, $10, clock_timestamp() + make_interval(secs => $11),
       clock_timestamp() + make_interval(secs => $12), $13) returning id`,
    [
      to,
      more.channel ?? channel,
      source,
      sourceId,
      kind,
      severity,
      title,
      device,
      data,
      state,
      dueIn,
      endedIn,
      digest,
    ],
  )
  return row!.id
}
interface Row {
  state: string
  note: string
  attempts: number
  digest_id: string | null
  process_id: string | null
  /** Seconds from now. */
  due: number
  lease: number | null
  ended: number | null
}
const rowOf = async (id: string): Promise<Row> =>
  (
    await world.sql<Row>(
      `select state, note, attempts, digest_id, process_id,
         extract(epoch from due_at - clock_timestamp())::float8 as due,
         extract(epoch from lease_until - clock_timestamp())::float8 as lease,
         extract(epoch from ended_at - clock_timestamp())::float8 as ended
       from notifications_delivery where id = $1`,
      [id],
    )
  )[0]!
const near = (value: number | null, sec: number, what: string) =>
  assert.ok(value !== null && Math.abs(value - sec) < 5, `${what}: ${value}`)
const dueIds = async (of: number) => (await dueOf(em, of)).map(({ id }) => id)

test('due is what is queued or held, at its time, outside of a digest, and of this contact', async () => {
  const [to, other] = [await contact(), await contact()]
  const wanted = [await put(to), await put(to, { state: 'held' })]
  for (const state of ['sending', 'sent', 'failed', 'cancelled']) await put(to, { state })
  await put(to, { dueIn: 60 })
  await put(to, { state: 'held', digest: wanted[0]! })
  await put(other)
  assert.equal(await dueIds(to), wanted)
  const digest = await put(to, { source: 'digest', kind: 'notification' })
  assert.equal(await dueIds(to), [digest, ...wanted], 'a digest comes first')
})

test('"resolved" waits for its alert, also for one that a digest will tell, and for no other', async () => {
  const waiting: Put[] = [{ dueIn: 60 }, { state: 'held', dueIn: 60 }]
  for (const alert of waiting) {
    const [to, sourceId] = [await contact(), ++sources]
    await put(to, { ...alert, sourceId })
    await put(to, { kind: 'resolved', sourceId })
    assert.equal(await dueIds(to), [], JSON.stringify(alert))
  }
  const [inDigest, event] = [await contact(), ++sources]
  const digest = await put(inDigest, { source: 'digest', kind: 'notification', dueIn: 60 })
  await put(inDigest, { state: 'held', digest, sourceId: event })
  await put(inDigest, { kind: 'resolved', sourceId: event })
  assert.equal(await dueIds(inDigest), [])
  const told: [what: string, Put][] = [
    ['it was sent', { state: 'sent', dueIn: 60 }],
    ['it will never be sent', { state: 'cancelled', dueIn: 60 }],
    ['it is of another event', { dueIn: 60, sourceId: ++sources }],
    ['it is of another source', { dueIn: 60, source: 'action' }],
    ['it is no alert', { dueIn: 60, kind: 'notification' }],
  ]
  for (const [what, alert] of told) {
    const [to, sourceId] = [await contact(), ++sources]
    await put(to, { sourceId, ...alert })
    const over = await put(to, { kind: 'resolved', sourceId })
    assert.equal(await dueIds(to), [over], what)
  }
  const [to, other, sourceId] = [await contact(), await contact(), ++sources]
  await put(other, { dueIn: 60, sourceId })
  const [alert, over] = [await put(to, { sourceId }), await put(to, { kind: 'resolved', sourceId })]
  assert.equal(await dueIds(to), [alert, over], 'both are due')
  // Only "resolved" waits.
  const late = await contact()
  await put(late, { sourceId, dueIn: 60 })
  const note = await put(late, { sourceId, kind: 'notification' })
  assert.equal(await dueIds(late), [note])
})

test('no more is looked at together than a digest tells', async () => {
  const to = await contact()
  await world.sql(
    `insert into notifications_delivery (contact_id, channel, source, source_id, kind, severity, name, title, data,
       state, due_at)
     select $1, $2, 'event', 500000 + n, 'alert', 'info', 'n', 't', '{}', 'queued', now() - interval '1 s'
     from generate_series(1, $3::int) n`,
    [to, channel, mostDue + 1],
  )
  assert.is((await dueIds(to)).length, 500)
})

test('what a user may not be told any more: another group, no device, of another; never a digest', async () => {
  const to = await contact()
  const action = (id: number | null) => ({ action: { user: id === null ? null : { id } } })
  const rows: [what: string, Put, allowed: boolean][] = [
    ['of a device in the groups', {}, true],
    ['of another device', { device: 8 }, false],
    ['of the installation', { device: null }, false],
    ['an action of the user', { source: 'action', device: 8, data: action(person.id) }, true],
    ['an action of another', { source: 'action', device: 8, data: action(everything.id) }, false],
    ['an action of nobody', { source: 'action', device: 7, data: action(null) }, true],
    ['an action of nobody elsewhere', { source: 'action', device: 8, data: { action: null } }, false],
    ['a digest', { source: 'digest', device: null, kind: 'notification' }, true],
    ['a message of a person', { source: 'message', device: null, kind: 'notification' }, true],
  ]
  const ids = new Map<string, [string, boolean]>()
  for (const [what, row, allowed] of rows) ids.set(await put(to, row), [what, allowed])
  const found = await dueOf(em, to)
  const refused = new Set(await forbidden(ctx, to, found))
  for (const { id } of found) assert.is(refused.has(id), !ids.get(id)![1], ids.get(id)![0])
  await world.sql('update notifications_contact set enabled = false where id = $1', [to])
  assert.equal(new Set(await forbidden(ctx, to, found)), new Set(found.map(({ id }) => id)), 'disabled')
})

test('who waits: due, of the channel, not being told something; the longest waiting first', async () => {
  const own = 'raven'
  const [late, early, busy, future, held, digested, foreign] = await Promise.all(
    Array.from({ length: 7 }, () => contact()),
  )
  await put(late!, { channel: own, dueIn: -10 })
  await put(early!, { channel: own, dueIn: -1 })
  await put(early!, { channel: own, dueIn: -60 })
  await put(busy!, { channel: own, dueIn: -90 })
  await put(busy!, { channel: own, state: 'sending' })
  await put(future!, { channel: own, dueIn: 60 })
  await put(held!, { channel: own, state: 'held', dueIn: -2 })
  const digest = await put(digested!, { channel: own, source: 'digest', state: 'sent' })
  await put(digested!, { channel: own, state: 'held', digest })
  await put(foreign!, { channel: 'crow' })
  await put(foreign!, { channel: own, state: 'failed' })
  assert.equal(await waitingContacts(em, own, 9), [early, late, held])
  assert.equal(await waitingContacts(em, own, 2), [early, late])
})

test('a claim: the oldest that is due, once, by this process, for the time-out and a minute', async () => {
  const to = await contact()
  const [first, second] = [await put(to), await put(to)]
  const claimed = await claimFor(ctx, to)
  assert.equal([claimed!.id, claimed!.attempts, claimed!.contact.id], [first, 1, to])
  const row = await rowOf(first)
  assert.equal([row.state, row.process_id, row.attempts], ['sending', ctx.processes.id, 1])
  near(row.lease, 90, 'lease')
  assert.is(await claimFor(ctx, to), null, 'one at a time')
  assert.is((await rowOf(second)).state, 'queued')
  assert.is(await claimFor(ctx, 2_000_000_000), null)
  const refused = await claimFor(ctx, 3_000_000_000).catch((error: { code?: string }) => error.code)
  assert.is(refused, '22003', 'what the database says otherwise is told')
})

test('a flood: messages sent in the window hold the others until it has room; digests count once', async () => {
  const sentAgo = async (to: number, ...ago: number[]) => {
    for (const sec of ago) await put(to, { state: 'sent', endedIn: -sec })
  }
  const [full, room, other] = [await contact(), await contact(), await contact()]
  await sentAgo(full, 500, 300, 10)
  await sentAgo(other, 1, 2, 3, 4)
  const [one, two] = [await put(full), await put(full)]
  assert.is(await claimFor(ctx, full), null)
  for (const id of [one, two]) {
    const row = await rowOf(id)
    assert.equal([row.state, row.note], ['held', 'many messages in a short time'])
    near(row.due, 100, 'room')
  }
  await sentAgo(room, 601, 300, 10)
  const digest = await put(room, { source: 'digest', kind: 'notification', state: 'failed' })
  await put(room, { state: 'sent', endedIn: -5, digest })
  await put(room, { state: 'failed', endedIn: -5 })
  const next = await put(room)
  assert.is((await claimFor(ctx, room))?.id, next)
})

test('what was held goes as one digest; alone, or with nothing held, each goes by itself', async () => {
  const claimed = async (...states: string[]) => {
    const to = await contact()
    const ids: string[] = []
    for (const state of states) ids.push(await put(to, { state }))
    const found = (await claimFor(ctx, to))!
    return { ids, found, rows: await Promise.all(ids.map(rowOf)) }
  }
  const alone = await claimed('held')
  assert.is(alone.found.id, alone.ids[0])
  const queued = await claimed('queued', 'queued')
  assert.is(queued.found.id, queued.ids[0])
  const mixed = await claimed('queued', 'held')
  assert.equal(
    [mixed.found.source, mixed.found.kind, mixed.found.title],
    ['digest', 'notification', '2 messages'],
  )
  assert.equal(
    mixed.rows.map(({ state, digest_id: id }) => [state, id]),
    [
      ['held', mixed.found.id],
      ['held', mixed.found.id],
    ],
  )
})

test('a digest that waits goes first, whatever was sent in the window', async () => {
  const to = await contact()
  for (const endedIn of [-1, -2, -3]) await put(to, { state: 'sent', endedIn })
  await put(to)
  const digest = await put(to, { source: 'digest', kind: 'notification' })
  assert.is((await claimFor(ctx, to))?.id, digest)
})

test('quiet hours hold all but critical ones, and those only where the contact wants them', async () => {
  const minute = (offset: number) => new Date(Date.now() + offset * 60_000).toISOString().slice(11, 16)
  const now = { from: minute(-60), to: minute(60), time_zone: 'UTC' }
  for (const critical of [true, false]) {
    const to = await contact({ quiet: { ...now, critical } })
    const [warning, worst] = [await put(to), await put(to, { severity: 'critical' })]
    const claimed = await claimFor(ctx, to)
    assert.is(claimed?.id, critical ? worst : undefined)
    assert.equal([(await rowOf(warning)).state, (await rowOf(warning)).note], ['held', 'quiet hours'])
    assert.ok((await rowOf(warning)).due > 3_500)
  }
  const later = await contact({ quiet: { ...now, from: minute(30), critical: false } })
  const id = await put(later)
  assert.is((await claimFor(ctx, later))?.id, id, 'before they begin')
})

test('what the user may not be told is cancelled, and the next one goes', async () => {
  const to = await contact()
  const [foreign, ours] = [await put(to, { device: 8 }), await put(to)]
  assert.is((await claimFor(ctx, to))?.id, ours)
  const row = await rowOf(foreign)
  assert.equal([row.state, row.attempts], ['cancelled', 0])
  near(row.ended, 0, 'end')
})

const claim = async (to: number, more?: Put): Promise<Claimed> => {
  await put(to, more)
  return (await claimFor(ctx, to))!
}
const problemOf = async (to: number) =>
  (
    await world.sql<{ problem: string | null }>('select problem from notifications_contact where id = $1', [
      to,
    ])
  )[0]!.problem

test('the end of an attempt is written by its own process alone, and the contact says what is wrong', async () => {
  const to = await contact()
  const claimed = await claim(to)
  assert.is(await settle(ctx, { ...claimed, attempts: 2 }, { state: 'sent' }), false, 'a later attempt')
  await world.sql('update notifications_delivery set process_id = gen_random_uuid() where id = $1', [
    claimed.id,
  ])
  assert.is(await settle(ctx, claimed, { state: 'sent' }), false, 'another process')
  await world.sql('update notifications_delivery set process_id = $2 where id = $1', [
    claimed.id,
    ctx.processes.id,
  ])
  assert.is(await settle(ctx, claimed, { state: 'failed', note: 'no such user' }), true)
  const row = await rowOf(claimed.id)
  assert.equal([row.state, row.note, row.process_id, row.lease], ['failed', 'no such user', null, null])
  near(row.ended, 0, 'end')
  assert.is(await problemOf(to), 'no such user')
  assert.is(await settle(ctx, claimed, { state: 'sent' }), false, 'it has ended')
  const next = await claim(to)
  assert.is(await settle(ctx, next, { state: 'queued', note: 'busy', inSec: 40 }), true)
  const again = await rowOf(next.id)
  assert.equal(
    [again.state, again.note, again.ended, await problemOf(to)],
    ['queued', 'busy', null, 'no such user'],
  )
  near(again.due, 40, 'pause')
  await world.sql(`update notifications_delivery set due_at = now() where id = $1`, [next.id])
  const last = (await claimFor(ctx, to))!
  assert.is(last.attempts, 2)
  assert.is(await settle(ctx, last, { state: 'sent' }), true)
  assert.equal([(await rowOf(next.id)).note, await problemOf(to)], ['', null])
})

test('what a digest tells ends with the digest, and only that; another attempt leaves it', async () => {
  const to = await contact()
  const ids = [await put(to), await put(to, { state: 'held' })]
  const digest = (await claimFor(ctx, to))!
  await settle(ctx, digest, { state: 'queued', note: 'busy', inSec: 0 })
  assert.equal(
    (await Promise.all(ids.map(rowOf))).map(({ state }) => state),
    ['held', 'held'],
  )
  const again = (await claimFor(ctx, to))!
  const cancelled = await put(to, { state: 'cancelled', digest: digest.id })
  const foreign = await put(to, { state: 'held', dueIn: 600 })
  await settle(ctx, again, { state: 'failed', note: 'gone' })
  for (const id of ids) {
    const row = await rowOf(id)
    assert.equal([row.state, row.note], ['failed', 'gone'])
    near(row.ended, 0, 'end')
  }
  assert.equal([(await rowOf(cancelled)).state, (await rowOf(foreign)).state], ['cancelled', 'held'])
})

test('what a process that ended was sending is due again; what another one sends is not', async () => {
  const [mine, theirs] = ['7b1f2c1e-0000-4000-8000-000000000001', '7b1f2c1e-0000-4000-8000-000000000002']
  const sending = async (process: string, leaseSec: number) => {
    const id = await put(await contact(), { state: 'sending', dueIn: -500 })
    await world.sql(
      `update notifications_delivery set process_id = $2, lease_until = clock_timestamp() + make_interval(secs => $3)
       where id = $1`,
      [id, process, leaseSec],
    )
    return id
  }
  const [gone, other] = [await sending(mine, 60), await sending(theirs, 60)]
  const sent = await put(await contact(), { state: 'sent', dueIn: -500 })
  await world.sql('update notifications_delivery set process_id = $2 where id = $1', [sent, mine])
  await takeBack(ctx, [mine])
  const row = await rowOf(gone)
  assert.equal([row.state, row.process_id, row.lease], ['queued', null, null])
  near(row.due, 0, 'due')
  assert.equal([(await rowOf(other)).state, (await rowOf(sent)).state], ['sending', 'sent'])
  const silent = await sending(theirs, -1)
  await takeBack(ctx, null)
  assert.equal([(await rowOf(silent)).state, (await rowOf(other)).state], ['queued', 'sending'])
})

test('a digest names fifty, counts all, and is as grave as the worst of them', async () => {
  const severities = [
    [['info', 'warning', 'notify'], 'warning'],
    [['info', 'critical', 'warning'], 'critical'],
    [['info', 'notify'], 'info'],
    [['notify', 'notify'], 'notify'],
  ] as const
  for (const [given, worst] of severities) {
    const to = await contact()
    for (const severity of given) await put(to, { severity })
    const id = await writeDigest(em, { contactId: to, channel }, await dueOf(em, to))
    const [row] = await world.sql('select severity from notifications_delivery where id = $1', [id])
    assert.equal(row, { severity: worst })
  }
  const to = await contact()
  for (let n = 0; n < 51; n++) await put(to, { title: `t${n}`, data: { event: { device: { name: 'sw' } } } })
  const id = await writeDigest(em, { contactId: to, channel }, await dueOf(em, to))
  const [row] = await world.sql<{
    title: string
    data: { total: number; items: { title: string; device: string }[] }
  }>('select title, data from notifications_delivery where id = $1', [id])
  const { total, items } = row!.data
  assert.equal(
    [row!.title, total, items.length, items[0]!.title, items[0]!.device],
    ['51 messages', 51, 50, 't0', 'sw'],
  )
})

test('the text of a digest: a line each, escaped in HTML, and how many more', () => {
  const item = {
    kind: 'alert',
    severity: 'warning' as const,
    name: 'n',
    title: 'a <b>',
    device: 'sw' as string | null,
    time: '2026-03-01T12:34:56.000Z',
  }
  const data = {
    event: null,
    action: null,
    items: [item, { ...item, kind: 'resolved', device: null }],
    total: 3,
  }
  const lines = ['3 messages, times in UTC', '12:34 WARNING a <b> (sw)', '12:34 RESOLVED a <b>', 'and 1 more']
  const plain = digestText(data, { format: 'text', lineEnd: '' })
  assert.equal(plain, { plain: lines.join('\n'), body: lines.join('\n') })
  const html = digestText({ ...data, total: 2 }, { format: 'html', lineEnd: '<br>' })
  assert.is(
    html.body,
    '2 messages, times in UTC<br>\n12:34 WARNING a &lt;b&gt; (sw)<br>\n12:34 RESOLVED a &lt;b&gt;',
  )
})

test('a pause is three times longer each time, up to half an hour, with a tenth less or more by chance', () => {
  const pauses = [1, 2, 3, 5, 6, 2000].map(attempts => pauseSec(attempts, 10, 0.5))
  assert.equal(pauses, [10, 30, 90, 810, 1800, 1800])
  assert.equal([pauseSec(1, 10, 0), pauseSec(1, 10, 1)], [9, 11])
})

test('after a failure: not again if the other side says so, not beyond the hours, and as late as it asks', () => {
  const hour = 3_600_000
  const now = Date.UTC(2026, 2, 1, 12)
  const given = { clock: () => new Date(now), config: { ...ctx.config, retry_sec: 10, give_up_hours: 2 } }
  const after = (ageMs: number, error: unknown, attempts = 1) =>
    outcomeOf(given, { attempts, created_at: new Date(now - ageMs) }, error)
  const failed = (more: { again: boolean; afterSec?: number }) => new DeliveryFailed('no', more)
  const again = failed({ again: true })
  assert.equal(after(0, failed({ again: false })), { state: 'failed', note: 'no' })
  assert.is(after(2 * hour, again).state, 'queued')
  assert.equal(after(2 * hour + 1, again), { state: 'failed', note: 'given up after 2 hours: no' })
  const late = (error: unknown, attempts?: number) => {
    const outcome = after(0, error, attempts)
    return outcome.state === 'queued' ? outcome.inSec : NaN
  }
  assert.is(late(failed({ again: true, afterSec: 500 })), 500)
  for (const sec of [late(failed({ again: true, afterSec: 1 })), late(again)])
    assert.ok(sec >= 9 && sec <= 11, `${sec}`)
  const third = late(again, 3)
  assert.ok(third >= 81 && third <= 99, `${third}`)
  const note = (error: unknown) => (after(0, error) as { note: string }).note
  assert.equal([note(new TypeError('secret')), note('secret')], ['TypeError', 'unknown'])
})
