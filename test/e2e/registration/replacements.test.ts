import { createRenderer } from '@linecard/template-kit'
import { ponOntsStatus, unregisteredOnts } from '@linecard/driver-kit/modules'
import { identOf, isOnline, onuWith } from '@linecard/simulator'
import { assert, suite } from '@linecard/test-kit'
import { bench } from './bench.ts'
import { checkOf } from './checks.ts'
import { paramsFor, renderedPart, sent } from './filled.ts'
import { examples } from './folders.ts'
import { isFor, living } from './living.ts'

const test = suite('replacements of ONUs by the examples', { level: 'full' })
const renderer = createRenderer()
test.after(() => renderer.close())

const withReplace = examples().filter(({ definition }) => definition.replace !== null)
const other = 'HWTC0A0B0C0D'

for (const example of withReplace) {
  const { folder, definition } = example
  test(`${folder}: another ONU takes the number and the services, and the first one takes them back`, async () => {
    const one = living.find(row => isFor(definition, row))!
    const site = await bench(one)
    try {
      const { variables, olt } = site
      const run = async (part: 'commands' | 'replace' | 'undo', seen: typeof variables) => {
        for (const row of await sent(site, await renderedPart(renderer, example, part, seen), 'yes'))
          assert.ok(row.success, `${row.command}: ${row.output}`)
        site.clock.advance(10_000)
      }
      const before = site.running()
      await run('commands', variables)
      const registered = site.running()
      olt.do({ do: 'appear', port: one.port, serial: other, type: one.type })
      const waiting = (await site.call(unregisteredOnts)).find(({ _ident }) => _ident === other)
      assert.ok(waiting, `${other} is not shown`)
      const ont = { ...variables.ont, ...waiting, ident: other, interface: variables.iface }
      const seen = { ...variables, ont, old: variables.ont } as unknown as typeof variables

      await run('replace', seen)
      const onu = onuWith(olt, identOf(other)!)!
      assert.is(onu.id, variables.free.first)
      assert.ok(isOnline(onu, olt.now()))
      assert.is(onuWith(olt, identOf(one.ident)!), undefined)
      const id = await checkOf(site, renderer, definition, { ...seen, params: paramsFor(example, seen) })
      const [status] = await site.call(ponOntsStatus, { interface: id })
      assert.is(status?.status, 'Online')

      await run('replace', variables)
      assert.is(site.running(), registered, 'after the way back')
      await run('undo', variables)
      assert.is(site.running(), before, 'after the undo')
    } finally {
      await site.stop()
    }
  })
}

test('makers with a command for it have it in their examples', () => {
  assert.ok(withReplace.length > 0)
})
