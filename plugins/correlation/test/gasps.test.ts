import { assert, suite } from '@linecard/test-kit'
import type { OnuFact } from '../src/judge/index.ts'
import { learnGasps, learnGroups } from '../src/outages/review.ts'
import type { Member } from '../src/outages/outage.ts'
import { startWorld, type Street } from './world.ts'

/** What one outage teaches, in the database. */
const test = suite('correlation: what an outage teaches')
let world!: Street
test.before(async () => {
  world = await startWorld()
})
test.after(() => world?.stop())

const fact = (id: number, more: Partial<OnuFact> = {}): OnuFact => ({
  id,
  port: '1',
  model: 'F660',
  lostAt: 0,
  member: true,
  backAt: null,
  reason: 'los',
  unseenMs: null,
  deregAt: null,
  regAt: null,
  dimmed: null,
  ...more,
})
const gasps = async (family: string) =>
  (
    await world.sql<{ model: string; gasped: number; silent: number }>(
      'select model, gasped, silent from correlation_gasp where family = $1 order by model',
      [family],
    )
  ).map(({ model, gasped, silent }) => `${model} ${gasped} ${silent}`)
const learn = (family: string, kind: Parameters<typeof learnGasps>[2], ...facts: OnuFact[]) =>
  learnGasps(world.ctx.em(), family, kind, facts)

test('a power loss that was only guessed teaches nothing: nobody gasped, and they came back at once', async () => {
  await learn('guessed', 'power_loss', fact(1), fact(2), fact(3))
  assert.equal(await gasps('guessed'), [])
})

test('two ONUs, and an outage of another kind, teach nothing', async () => {
  const gasped = [1, 2, 3].map(id => fact(id, { reason: 'gasp' }))
  await learn('few', 'power_loss', ...gasped.slice(1))
  await learn('few', 'fibre_cut', ...gasped)
  assert.equal(await gasps('few'), [])
})

test('one that gasped makes it sure; who gasped is counted by model and added up', async () => {
  const facts = [fact(1, { reason: 'gasp' }), fact(2), fact(3, { model: 'MUTE' })]
  await learn('sure', 'power_loss', ...facts)
  assert.equal(await gasps('sure'), ['F660 1 1', 'MUTE 0 1'])
  await learn('sure', 'power_loss', ...facts)
  assert.equal(await gasps('sure'), ['F660 2 2', 'MUTE 0 2'])
  await world.sql(`update correlation_gasp set gasped = 1000000, silent = 1000000 where family = 'sure'`)
  await learn('sure', 'power_loss', ...facts)
  assert.equal(await gasps('sure'), ['F660 1000000 1000000', 'MUTE 1000000 1000000'])
})

const noon = Date.UTC(2026, 2, 1, 12)
const member = (id: number, port: string | null, back = true) =>
  ({ id, port, backAt: back ? new Date(noon) : null }) as unknown as Member
const groups = (device: number) =>
  world.sql<{ port: string; members: number[]; times: number }>(
    'select port, members, times from correlation_group where device_id = $1 order by port, members',
    [device],
  )
const together = (scope: string, members: Member[], minutes = 0, device = 7) =>
  learnGroups(world.ctx.em(), device, scope, members, new Date(noon + minutes * 60_000))

test('who fell and came back together on a port is a group, counted each time, whatever the order', async () => {
  await together('branch', [
    member(3, '1'),
    member(1, '1'),
    member(2, '1', false),
    member(9, '2'),
    member(8, null),
    member(7, null),
  ])
  await together('several_pons', [member(1, '1'), member(3, '1')])
  assert.equal(await groups(7), [{ port: '1', members: [1, 3], times: 2 }])
})

test('a whole port is no group', async () => {
  for (const scope of ['pon', 'olt', 'card']) await together(scope, [member(1, '1'), member(2, '1')], 0, 8)
  assert.equal(await groups(8), [])
})

test('the last twenty groups of a port are kept', async () => {
  for (let n = 0; n < 22; n++) await together('branch', [member(n, '5'), member(100, '5')], n, 8)
  await together('branch', [member(1, '6'), member(2, '6')], -90, 8)
  const kept = (await groups(8)).filter(({ port }) => port === '5').map(({ members }) => members[0])
  assert.equal(
    kept,
    Array.from({ length: 20 }, (_, n) => n + 2),
  )
  assert.is((await groups(8)).filter(({ port }) => port === '6').length, 1)
})
