import { createRenderer, type Command } from '@linecard/template-kit'
import { ponOntsStatus } from '@linecard/driver-kit/modules'
import { onuWith, identOf } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { bench, prompt, type Bench } from './bench.ts'
import { checkOf } from './checks.ts'
import { paramsFor, renderedPart, sent } from './filled.ts'
import { examples, type Example } from './folders.ts'
import { isFor, living } from './living.ts'

const test = suite('examples of registrations on living OLTs', { level: 'full' })
const renderer = createRenderer()
test.after(() => renderer.close())

const textsOf = (example: Example, part: 'commands' | 'undo', variables: Bench['variables']) =>
  renderedPart(renderer, example, part, variables)

/** Types the commands as a person, and answers the questions that they expect. Refusals are left behind. */
async function typed(site: Bench, commands: readonly Command[]): Promise<void> {
  const person = await site.person()
  const ends = /(?:(?:^|\n)olt[\w(/:.)-]*[#>]|\?\(y\/n\)|\(y\/n\)[:?]?|\}:) ?$/
  for (const { text, constructs = '' } of commands) {
    let said = await person.ask(text, ends)
    while (!prompt.test(said)) {
      const [, answer] = /<confirm(?:-if)?="([^"]*)"/.exec(constructs) ?? [undefined, '']
      said = await person.ask(answer!, ends)
    }
  }
  person.leave()
}

const all = examples()
for (const example of all) {
  const { folder, definition } = example
  const one = living.find(row => isFor(definition, row))

  test(`${folder}: the ONU is registered, online and as checked; the undo leaves nothing, after any command`, async () => {
    assert.ok(one, 'no living OLT has one of its models')
    const site = await bench(one!)
    try {
      const { variables, olt } = site
      const before = site.running()
      const commands = await textsOf(example, 'commands', variables)
      const undo = await textsOf(example, 'undo', variables)

      for (const row of await sent(site, commands, 'yes'))
        assert.ok(row.success, `${row.command}: ${row.output}`)
      assert.not(site.running() === before, 'nothing was configured')
      site.clock.advance(10_000)
      const onu = onuWith(olt, identOf(one!.ident)!)
      assert.is(onu?.id, variables.free.first, 'the ONU has another number')
      const params = paramsFor(example, variables)
      const id = await checkOf(site, renderer, definition, { ...variables, params })
      const [status] = await site.call(ponOntsStatus, { interface: id })
      assert.is(status?.status, 'Online')

      for (const row of await sent(site, undo, 'no')) assert.ok(row.success, `${row.command}: ${row.output}`)
      assert.is(site.running(), before, 'after the undo')
      assert.ok(
        (await sent(site, undo, 'no')).some(({ success }) => !success),
        'an undo of nothing hides that there was nothing',
      )
      assert.is(site.running(), before, 'after the undo of nothing')

      let halves = 0
      for (let count = 1; count < commands.length; count++) {
        const some = commands.slice(0, count)
        await typed(site, some)
        if (site.running() !== before) halves++
        await typed(site, undo)
        assert.is(site.running(), before, `the undo after "${some.at(-1)!.text}"`)
      }
      assert.ok(halves > 1, 'no half of it changed anything')
    } finally {
      await site.stop()
    }
  })
}

test('each maker has a bridge, a router and triple play; one template of a model is enabled', () => {
  assert.ok(all.length > 0)
  for (const row of living) {
    const { model } = row
    const own = all.filter(({ definition }) => isFor(definition, row))
    assert.ok(own.length >= 3, `${model} has ${own.length}`)
    assert.is(own.filter(({ definition }) => definition.enabled).length, 1, model)
  }
})
