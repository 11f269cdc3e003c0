import { Type as T } from 'typebox'
import { assert, suite } from '@linecard/test-kit'
import { definePlugin, type ChannelMessage, type Plugin } from '@linecard/plugin-kit'
import { StartError } from '../src/index.ts'
import { makeDatabase, start } from './support/world.ts'

const test = suite('kernel: channels of plugins')
let db: Awaited<ReturnType<typeof makeDatabase>>
test.before(async () => {
  db = await makeDatabase()
})
test.after(async () => {
  await db.drop()
})

const flown: string[] = []
const pigeons = (id = 'loft', type = 'pigeon', label = 'Pigeon') =>
  definePlugin({
    id,
    api: 1,
    config: T.Object({}),
    setup: () => ({ birds: 2 }),
    channels: {
      [type]: {
        label,
        hint: 'The name of a roof',
        format: 'text',
        templates: { alert: 'a', resolved: 'r', notification: 'n' },
        missing: ({ birds }) => (birds > 0 ? null : 'there are no birds'),
        check: (_ctx, value) => value.trim(),
        send: async ({ birds }, { value }, { plain }) => {
          flown.push(`${birds} ${value}: ${plain}`)
        },
      },
    },
  }) as unknown as Plugin

test('channels are those of running plugins, bound to their contexts', async () => {
  const run = await start(db.url, [pigeons()])
  try {
    const installation = run.use('installation')
    const [channel] = installation.channels()
    assert.equal([channel!.type, channel!.component, channel!.missing()], ['pigeon', 'loft', null])
    assert.equal([channel!.check(' hill '), channel!.shown('hill')], ['hill', 'hill'])
    const message = { plain: 'down' } as ChannelMessage
    const contact = { id: 1, value: 'hill', address: null, secret: null }
    await channel!.send(contact, message, new AbortController().signal)
    assert.equal(flown, ['2 hill: down'])
    await installation.setEnabled('loft', false)
    assert.equal(installation.channels(), [])
  } finally {
    await run.stop()
  }
})

test('a type of contacts belongs to one plugin and is complete', async () => {
  const refused = async (plugins: Plugin[]) => {
    const failure = await start(db.url, plugins, { mode: 'command', strict: true }).then(
      async run => run.stop(),
      (error: unknown) => error,
    )
    assert.instance(failure, StartError)
    return String(failure)
  }
  assert.match(await refused([pigeons('first'), pigeons('second')]), /the channel "pigeon" belongs to plugin/)
  assert.match(await refused([pigeons('tower', 'Big-Pigeon')]), /channel "Big-Pigeon": a type has/)
  assert.match(await refused([pigeons('tower', 'pigeon', '')]), /channel "pigeon": label is missing/)
})
