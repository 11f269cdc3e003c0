import { Type as T } from 'typebox'
import { assert, suite } from '@linecard/test-kit'
import { definePlugin, type Plugin } from '@linecard/plugin-kit'
import { StartError } from '../src/index.ts'
import { makeDatabase, start } from './support/world.ts'

const test = suite('kernel: conditions and rules of plugins')
let db: Awaited<ReturnType<typeof makeDatabase>>
test.before(async () => {
  db = await makeDatabase()
})
test.after(async () => {
  await db.drop()
})

const wind = (id = 'wind', name = 'kite_lost') =>
  definePlugin({
    id,
    api: 1,
    config: T.Object({}),
    setup: () => ({ place: 'hill' }),
    conditions: {
      [name]: {
        label: 'Kite lost',
        severity: 'warning',
        holding: async (ctx, { deviceIds }) => [
          {
            device_id: deviceIds?.[0] ?? null,
            interface_id: null,
            part: '',
            title: `lost on the ${ctx.place}`,
            description: '',
            labels: {},
            since: new Date(0),
          },
        ],
      },
    },
    rules: ctx => [
      {
        name: 'strong_wind',
        group: ctx.place,
        metric: 'wind_speed',
        function: 'last',
        window_sec: 60,
        comparison: '>',
        threshold: 10,
        for_sec: 0,
        severity: 'info',
        title: 'wind',
        description: '',
      },
    ],
  }) as unknown as Plugin

test('conditions and rules are those of running plugins, bound to their contexts', async () => {
  const run = await start(db.url, [wind()])
  try {
    const installation = run.use('installation')
    const [source] = installation.conditions()
    assert.equal([source!.name, source!.component, source!.forSec], ['kite_lost', 'wind', 0])
    const [held] = await source!.holding({ deviceIds: [7], signal: new AbortController().signal })
    assert.equal([held!.device_id, held!.title], [7, 'lost on the hill'])
    assert.equal(
      installation.rules().map(({ name, group, component }) => [name, group, component]),
      [['strong_wind', 'hill', 'wind']],
    )
    await installation.setEnabled('wind', false)
    assert.equal([installation.conditions(), installation.rules()], [[], []])
  } finally {
    await run.stop()
  }
})

test('a name of events belongs to one plugin and is a name of Prometheus', async () => {
  const refused = async (plugins: Plugin[]) => {
    const failure = await start(db.url, plugins, { mode: 'command', strict: true }).then(
      async run => run.stop(),
      (error: unknown) => error,
    )
    assert.instance(failure, StartError)
    return String(failure)
  }
  assert.match(await refused([wind('first'), wind('second')]), /the event "kite_lost" belongs to plugin/)
  assert.match(await refused([wind('gale', 'Kite-Lost')]), /condition "Kite-Lost": a name of events has/)
})
