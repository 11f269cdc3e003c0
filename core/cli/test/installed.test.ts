import { assert, suite } from '@linecard/test-kit'
import { makeOutside, manifestOf, type Outside } from '@linecard/test-kit/worlds/outside'
import { configNamedIn } from '../src/config-file.ts'

const test = suite('the commands of what is installed', { level: 'full' })

/** A plugin with a setting, two commands, and its own words for failures. */
const kettle = {
  'package.json': manifestOf('plugin-kettle', 'plugin', 'kettle'),
  'src/index.ts': `
    import { CommandError, closedObject, definePlugin } from '@linecard/plugin-kit'
    import { Type as T } from 'typebox'
    export default definePlugin({
      id: 'kettle', api: 1,
      config: closedObject({ cups: T.Integer({ default: 4 }), broken: T.Boolean({ default: false }) }),
      setup(ctx) {
        if (ctx.config.broken) throw new Error('there is no water')
        return ctx
      },
      commands: {
        boil: {
          summary: 'Boils water',
          args: { '<what>': 'what to boil', '[for...]': 'for whom' },
          options: { '-t, --to <degrees>': 'how hot' },
          async run(ctx, tools, [what, people], { to = '100' }) {
            tools.progress('heating')
            tools.print([{ what, people, to, cups: ctx.config.cups }], { What: row => row.what, To: row => row.to })
            tools.remark('it whistles')
          },
        },
        pour: { summary: 'Pours', async run() { throw new CommandError('the kettle is empty: boil first') } },
        me: { summary: 'Asks the API', async run(_, tools) { tools.print((await tools.api('GET', '/system/info')).data) } },
      },
    })`,
}
let outside: Outside
test.before(async () => {
  outside = await makeOutside({ 'plugin-kettle': kettle }, { plugins: ['plugin-kettle'] })
})
test.after(() => outside?.remove())

test('--version tells the versions of linecard and of Node', async () => {
  for (const flag of ['--version', '-V']) {
    const { code, text } = await outside.linecard([flag])
    assert.is(code, 0)
    assert.match(text, /^linecard \d+\.\d+\.\d+\nnode 2\d\./)
  }
})

test('--help has the commands of the installed plugins and of no other', async () => {
  const { code, text } = await outside.linecard(['--help'])
  assert.is(code, 0, text)
  assert.match(text, /kettle:boil \[options\] <what> \[for\.\.\.\] +Boils water/)
  assert.match(text, /schedule:run/)
  assert.not.match(text, 'autodiscovery:run')
  const none = await outside.linecard(['autodiscovery:run'])
  assert.is(none.code, 1)
  assert.match(none.text, "unknown command 'autodiscovery:run'")
})

test('a command gets its context, arguments and options, and prints in every format', async () => {
  const { code, text } = await outside.linecard([
    'kettle:boil',
    'tea',
    'Olha',
    'Ivan',
    '--to',
    '80',
    '-o',
    'json',
  ])
  assert.is(code, 0, text)
  assert.equal(JSON.parse(text.slice(text.indexOf('['), text.lastIndexOf(']') + 1)), [
    { what: 'tea', people: ['Olha', 'Ivan'], to: '80', cups: 4 },
  ])
  assert.match(text, 'it whistles')
  const table = await outside.linecard(['kettle:boil', 'tea'])
  assert.match(table.text, /What\s+To\n\s*tea\s+100/)
})

test('a command reaches the API, and tells its own failures in one line', async () => {
  const info = await outside.linecard(['kettle:me', '-o', 'json'])
  assert.is(info.code, 0, info.text)
  const { code, text } = await outside.linecard(['kettle:pour'])
  assert.is(code, 1)
  assert.is(text.trim().split('\n').at(-1), 'linecard: the kettle is empty: boil first')
})

test('the command of a plugin that does not run says why', async () => {
  const { code, text } = await outside.linecard(['kettle:boil', 'tea'], {
    env: { LINECARD_KETTLE_BROKEN: 'true' },
  })
  assert.is(code, 1)
  assert.match(text, /kettle:boil is not available: .*there is no water/)
})

test('the other commands work when the config cannot be read', async () => {
  const { code, text } = await outside.linecard(['--help', '--config', 'nowhere.json'])
  assert.is(code, 0)
  assert.match(text, /the commands of plugins are not known: Config file .*nowhere\.json cannot be read/)
  assert.match(text, 'schedule:run')
})

test('the config is found wherever it is named', () => {
  assert.is(configNamedIn(['--config', 'a.json', 'x:y'], { LINECARD_CONFIG: 'b.json' }), 'a.json')
  assert.is(configNamedIn(['x:y', '--config=a.json'], {}), 'a.json')
  assert.is(configNamedIn(['x:y'], { LINECARD_CONFIG: 'b.json' }), 'b.json')
  assert.is(configNamedIn(['x:y'], {}), null)
})
