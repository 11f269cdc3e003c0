import { assert, suite } from '@linecard/test-kit'
import { makeOutside, manifestOf, type Outside } from '@linecard/test-kit/worlds/outside'

const test = suite('testPlugin is for plugins as testDriver is for drivers', { level: 'full' })

const test_ = `
  import { testPlugin } from 'linecard/testing'
  import plugin from '../src/index.ts'
  await testPlugin(plugin, import.meta.url)`
const pluginOf = (id: string, slots: string) => `
  import { closedObject, definePlugin } from '@linecard/plugin-kit'
  import { Type as T } from 'typebox'
  const route = { tag: '${id}', summary: 'Reads', permission: '${id}_view', scope: 'group', response: closedObject({ n: T.Integer() }) }
  const permissions = { ${id}_view: { label: 'View', description: 'Read', group: 'Test' } }
  export default definePlugin({ id: '${id}', api: 1, permissions, ${slots} })`
const packageOf = (id: string, slots: string, manifestId = id) => ({
  'package.json': manifestOf(`plugin-${id}`, 'plugin', manifestId),
  'src/index.ts': pluginOf(id, slots),
  'test/plugin.test.ts': test_,
})

const route = (id: string, path: string, params: string, body: string) =>
  `routes.get('${path}', { ...route, operationId: '${id}.read'${params} }, async () => { ${body} })`

let outside: Outside
test.before(async () => {
  outside = await makeOutside(
    {
      'plugin-good': packageOf(
        'good',
        `requires: ['identity'],
         routes(routes) { ${route('good', '/component/good/:id', ', params: closedObject({ id: T.Integer() })', 'return { n: 1 }')} },
         migrations: [{ name: 'good/0001_x', up: 'create table good_x (id int)', down: 'drop table good_x' }],
         jobs: { tidy: { summary: 'Tidies', cron: '1 2 * * *', timeoutSec: 5, async run() {} } }`,
      ),
      'plugin-deaf': packageOf('deaf', `setup() { throw new Error('nobody is there') }`),
      'plugin-bad': packageOf(
        'bad',
        `routes(routes) { ${route('bad', '/component/bad', '', "throw new Error('oh')")} },
         migrations: [{ name: 'bad/0001_x', up: 'create table bad_x (id int)', down: 'select 1' }]`,
        'good',
      ),
    },
    {},
  )
})
test.after(() => outside?.remove())
const run = (name: string) => outside.node([`plugin-${name}/test/plugin.test.ts`])

test('a good plugin is green, with a test of each of its operations', async () => {
  const { code, text } = await run('good')
  assert.is(code, 0, text)
  assert.match(text, /Passed:\s+9/)
})

test('a plugin that does not run fails with its reason', async () => {
  const { code, text } = await run('deaf')
  assert.is(code, 1)
  assert.match(text, /the plugin is failed: .*nobody is there/)
})

test('a wrong manifest, an answer 500 and a table left behind fail, each by name', async () => {
  const { code, text } = await run('bad')
  assert.is(code, 1)
  for (const failed of [
    'package.json says what the code says',
    'bad.read: /component/bad has a declared answer',
    'its migrations leave nothing behind',
  ])
    assert.match(text, `"${failed}"`)
  assert.match(text, /Passed:\s+6/)
})
