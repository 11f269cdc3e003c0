import { Type as T } from 'typebox'
import { assert, suite } from '@linecard/test-kit'
import { definePlugin, type Plugin, type SearchHit } from '@linecard/plugin-kit'
import { StartError } from '../src/index.ts'
import { keys, makeDatabase, start } from './support/world.ts'

const test = suite('kernel: sources of the search')
let db: Awaited<ReturnType<typeof makeDatabase>>
test.before(async () => {
  db = await makeDatabase()
})
test.after(async () => {
  await db.drop()
})

const hit = (title: string): SearchHit => ({
  id: 1,
  title,
  text: '',
  matched: { field: 'name', value: title },
  rank: 1,
  status: null,
  device: null,
  interface: null,
  coordinates: null,
})
const kites = definePlugin({
  id: 'kites',
  api: 1,
  config: T.Object({}),
  setup: () => ({ colour: 'red' }),
  search: {
    kite: {
      label: 'Kites',
      permission: 'thing_show',
      find: async (ctx, { text }) => [hit(`${ctx.colour} ${text}`)],
    },
  },
  places: {
    kite: {
      label: 'Kites',
      near: async (ctx, { lat, lon }) => [{ ...hit(ctx.colour), coordinates: { lat, lon }, distance_m: 0 }],
    },
  },
})
const query = { text: 'kite', words: ['kite'], mac: null, serials: [], ip: null, anywhere: true }
const options = { caller: keys['key-of-all']!, limit: 10, signal: new AbortController().signal }

test('sources are those of running plugins, each bound to its context', async () => {
  const run = await start(db.url, [kites as Plugin])
  try {
    const installation = run.use('installation')
    const [source] = installation.searchSources()
    assert.equal(
      [source!.type, source!.component, source!.label, source!.permission],
      ['kite', 'kites', 'Kites', 'thing_show'],
    )
    assert.is((await source!.find(query, options))[0]!.title, 'red kite')
    const [place] = installation.placeSources()
    assert.is(place!.permission, null)
    assert.is(
      (await place!.near({ lat: 1, lon: 2, distance_m: 100, limit: 1 }, options))[0]!.coordinates.lon,
      2,
    )
    await installation.setEnabled('kites', false)
    assert.equal([installation.searchSources(), installation.placeSources()], [[], []])
    await installation.setEnabled('kites', true)
    assert.is(installation.searchSources().length, 1)
  } finally {
    await run.stop()
  }
})

const refusal = async (plugins: readonly unknown[]): Promise<string> => {
  const error = await start(db.url, plugins as Plugin[], { mode: 'command', strict: true }).then(
    async run => {
      await run.stop()
      return null
    },
    (failure: unknown) => failure,
  )
  assert.instance(error, StartError)
  return (error as Error).message
}

test('two plugins with the same type of hit, a wrong name, a missing label and an unknown permission do not start', async () => {
  assert.match(
    await refusal([kites, { ...kites, id: 'dragons' }]),
    /"dragons" failed: the search type "kite" belongs to plugin "kites"/,
  )
  const source = kites.search!['kite']!
  assert.match(await refusal([{ ...kites, search: { 'Kite-1': source } }]), 'lower case')
  assert.match(await refusal([{ ...kites, search: { kite: { ...source, label: '' } } }]), 'label is missing')
  assert.match(
    await refusal([{ ...kites, search: { kite: { ...source, permission: 'fly' } } }]),
    'permission "fly" is declared by no plugin',
  )
})
