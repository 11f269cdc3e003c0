import { Type as T } from 'typebox'
import { definePlugin, type Context } from '@linecard/plugin-kit'
import { sql, type Expression, type SqlEntityManager } from '@linecard/plugin-kit/sql'
import { assert, suite } from '@linecard/test-kit'
import { makeWorld, type World } from '@linecard/test-kit/worlds/core'
import type { OnuQuery } from '../src/interfaces/onus/bodies.ts'
import { rowsOf } from '../src/interfaces/onus/find.ts'
import { countOf, idsOf, isSplit, narrowed, questionOf } from '../src/interfaces/onus/query.ts'
import { loadScale, scale } from './onu-scale.ts'

const test = suite('inventory: plans of the list of ONUs', { level: 'full' })
let world: World
let em: () => SqlEntityManager
/** Gives its context to the tests. */
const probe = definePlugin({
  id: 'probe',
  api: 1,
  requires: ['inventory'],
  config: T.Object({}),
  setup(ctx) {
    em = () => (ctx as Context).em() as SqlEntityManager
  },
})
test.before(async () => {
  world = await makeWorld({ plugins: [probe] })
  await loadScale(world)
})
test.after(() => world?.stop())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  Plans?: Plan[]
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

async function planOf(query: Expression<unknown>): Promise<string[]> {
  const explained = sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`explain (format json) ${query}`
  const { rows } = await explained.execute(em().getKysely())
  return nodes(rows[0]!['QUERY PLAN'][0]!.Plan).map(node =>
    [node['Node Type'], node['Relation Name'] ?? '', node['Index Name'] ?? ''].join(' ').trim(),
  )
}

const everyone = { groupIds: null }
const filter = (
  field: string,
  operator: string,
  value?: string | number | (string | number)[],
): OnuQuery => ({ filters: [{ field, operator, ...(value === undefined ? {} : { value }) }] })
const columns = [
  'id',
  'device_name',
  'name',
  'ident',
  'model',
  'description',
  'agreement',
  'status',
  'status_changed',
  'created_at',
  'rx',
  'olt_rx',
  'temp',
  'distance',
  'bad_since',
]

const questions: readonly (readonly [string, OnuQuery, { groupIds: number[] | null }?])[] = [
  ['all', {}],
  ['a device', { device_id: 7 }],
  ['some devices', { devices: [3, 4, 5] }],
  ['one group of twenty', {}, { groupIds: [3] }],
  ['half of the groups', { sort: 'rx' }, { groupIds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }],
  ['off', { status: 'Offline|PowerOff', sort: '-status_changed' }],
  ['online', { status: 'Online', sort: 'rx' }],
  ['lost of a device', { device_id: 7, status: 'LOS' }],
  ['bad signal', { only_bad_signal: true, sort: '-bad_since' }],
  ['bad signal of a device', { only_bad_signal: true, device_id: 7, sort: 'rx' }],
  ['weak', filter('rx', '<', -27.9)],
  ['half of the light', { ...filter('rx', '<', -22), sort: 'rx' }],
  ['online and weak', { status: 'Online', ...filter('rx', '<', -25), sort: 'rx' }],
  ['never measured', filter('rx', 'empty')],
  ['a serial number', filter('ident', '=', 'ZTEG00C1086C')],
  ['a piece of one', filter('ident', '~', '0C108')],
  ['text', { query: 'street 101' }],
  ['a description', filter('description', '~', 'street 101')],
  ['an agreement', filter('agreement', '=', '10130')],
  ['by id onwards', { ...filter('id', '>', 40_000), sort: 'id', limit: 1000 }],
  ['text of a group', { query: 'street 101', sort: '-rx' }, { groupIds: [3] }],
  ['online of a group', { status: 'Online', sort: '-status_changed' }, { groupIds: [3] }],
  ['the last page', { offset: scale.onus - 50, sort: '-rx' }],
  [
    'recently changed',
    {
      ...filter('status_changed', '>', new Date(Date.now() - 3_600_000).toISOString()),
      sort: '-status_changed',
    },
  ],
]

test('no list of ONUs reads a table through, neither for its rows nor for their number', async () => {
  const through: string[] = []
  for (const [name, query, caller = everyone] of questions) {
    const question = questionOf(caller, query)
    const limit = query.limit ?? 50
    const pages = isSplit(question) ? [narrowed(question, true), narrowed(question, false)] : [question]
    const parts: [string, Expression<unknown>][] = [
      ['count', countOf(question)],
      ...pages.map((page): [string, Expression<unknown>] => ['page', idsOf(page, limit, query.offset ?? 0)]),
    ]
    for (const [what, part] of parts) {
      const plan = await planOf(part)
      if (plan.some(node => node.startsWith('Seq Scan')))
        through.push(`${what} of "${name}": ${plan.join(' > ')}`)
    }
  }
  assert.equal(through, [])
})

test('every shown column is sorted through its index, both ways', async () => {
  const sorted: string[] = []
  for (const column of columns) {
    for (const sort of [column, `-${column}`]) {
      const question = questionOf(everyone, { sort })
      for (const known of isSplit(question) ? [true, false] : [null]) {
        const asked = known === null ? question : narrowed(question, known)
        const plan = await planOf(idsOf(asked, 50, 0))
        // Few are unknown: those are found by the index and sorted by id.
        if (plan.some(node => node.startsWith('Seq Scan') || (node === 'Sort' && known !== false)))
          sorted.push(`${sort}: ${plan.join(' > ')}`)
      }
    }
  }
  assert.equal(sorted, [])
})

test('the rows of a page come by their keys', async () => {
  const plan = await planOf(
    rowsOf(
      em(),
      Array.from({ length: 50 }, (_, n) => 1 + n * 1999),
    ),
  )
  assert.not.ok(
    plan.some(node => node.startsWith('Seq Scan')),
    plan.join(' > '),
  )
})
