import { assert, suite } from '@linecard/test-kit'
import {
  addedSwitch,
  control,
  execute,
  makeMacro,
  startWorld,
  stopDevices,
  type Added,
  type Run,
  type World,
} from './world.ts'

const test = suite('macros: hostile templates and secrets', { level: 'full' })
let world: World
let one: Added

test.before(async () => {
  world = await startWorld()
  one = await addedSwitch(world)
})
test.after(async () => {
  await stopDevices()
  await world.stop()
})

const nested = (depth: number) => {
  const rows = Array.from({ length: 2000 }, (_, at) => at)
  const open = Array.from({ length: depth }, () => '{{#each variables_list}}').join('')
  return { template: `${open}x${'{{/each}}'.repeat(depth)}`, variables: { variables_list: rows } }
}

test('a template that never ends is stopped, and other requests are answered meanwhile', async () => {
  const preview = world.http('POST', `${control}/preview`, nested(4))
  let rendering = true
  void preview.finally(() => (rendering = false))
  assert.is((await world.http('GET', '/device?limit=1')).status, 200)
  assert.ok(rendering, 'the other request waited for the template')
  const { status, body, text } = await preview
  assert.is(status, 200, text)
  const [part] = (body.data as { parts: { error: { code: string; line: number } | null }[] }).parts
  assert.ok(part!.error, text)
})

for (const [name, template] of Object.entries({
  'the prototype': 'show {{device.constructor.constructor}}',
  'a lookup of the prototype': 'show {{lookup device "__proto__"}}',
  'a block that includes itself': '{{> again}}',
  'a list in place of a text': 'show {{interfaces_list}}',
}))
  test(`${name} is refused with its place, and nothing is typed`, async () => {
    const before = one.sim.console!.typed.length
    const id = await makeMacro(world, name, { template, blocks: { again: '{{> again}}' } })
    const { status, body } = await execute(world, { device: { id: one.id }, macros: { id } })
    assert.is(status, 400)
    assert.match(body.error!.code, /^TEMPLATE_/)
    assert.match(body.error!.description, /line 1, column \d+/)
    assert.is(one.sim.console!.typed.length, before)
  })

test('a secret in a command is masked in the answer, the run and the logs', async () => {
  const secret = 'zq-S3cr3t-77'
  const id = await makeMacro(world, 'secret', {
    parameters: [{ key: 'password', name: 'Password', type: 'input_string' }],
    template: 'config account admin password {{params.password}}\nshow switch',
    on_error: 'continue',
  })
  const { text, body } = await execute(world, {
    device: { id: one.id },
    macros: { id },
    params: { password: secret },
  })
  assert.not.match(text, secret)
  const run = await world.http('GET', `/component/macros/runs/${(body.data as Run).id}`)
  assert.not.match(run.text, secret)
  const stored = await world.sql<{ all: string }>(
    `select string_agg(c::text, ' ') as all from macros_run_command c`,
  )
  assert.not.match(stored[0]!.all, secret)
  const logged = await world.sql<{ all: string }>(
    `select string_agg(a::text, ' ') as all from system_action a`,
  )
  assert.not.match(logged[0]!.all, secret)
  assert.not.match(world.log.join(''), secret)
})

test('no variable has anything of an access profile', async () => {
  const { text } = await world.http('GET', `/component/macros/variables?device_id=${one.id}&from=device`)
  assert.not.match(text, /pw-7f3Kq9|"access"|community|noc/)
})
