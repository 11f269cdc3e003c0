import { assert, suite } from '@linecard/test-kit'
import { buildIndex, unknownConsole } from '@linecard/driver-kit/detection'
import { cliFindings, industryCli } from '@linecard/driver-kit/cli'
import { defineDriver, defineFamily, type ConsoleIdentity, type Model } from '@linecard/driver-kit'

const test = suite('detection by the console')

const identity: ConsoleIdentity = {
  command: 'show version',
  is: /^Acme OS/m,
  objectId: /^OID: ([\d.]+)$/m,
  descr: { pattern: /^Model: (\S+)[^\n]*\n(?:Hardware: (\S+))?/m, as: '$1/$2' },
}
const family = defineFamily({ id: 'acme', cli: industryCli(), identity, modules: [] })
const other = defineFamily({
  id: 'bolt',
  cli: industryCli(),
  identity: { command: 'show system', is: /^Bolt/m },
  modules: [],
})
const model = (key: string, name: string, detect: Model['detect'], own = family): Model => ({
  key,
  name,
  type: 'SWITCH',
  family: own,
  detect,
})
const index = buildIndex([
  defineDriver({
    id: 'acme',
    vendor: 'Acme',
    api: 1,
    models: [
      model('acme_a24', 'Acme A24', { objectId: '1.3.6.1.4.1.99999.1.24' }),
      model('acme_a24_c1', 'Acme A24/C1', { objectId: '1.3.6.1.4.1.99999.1.25' }),
      model('acme_a2', 'Acme A2', { objectId: '1.3.6.1.4.1.99999.1.2' }),
      model('acme_b_series', 'Acme B series', { objectId: '1.3.6.1.4.1.99999.2', descr: /^B\d\d/ }),
      model('acme_any', 'Acme switch', { objectId: '1.3.6.1.4.1.99999' }),
      model('bolt_one', 'Bolt one', { objectId: '1.3.6.1.4.1.99998.1' }, other),
      model('bolt_two', 'Bolt two', { objectId: '1.3.6.1.4.1.99998.2' }, other),
    ],
  }),
])
const asked: string[] = []
const detect = (replies: Record<string, string>) => {
  asked.length = 0
  return index.detectByConsole(async command => {
    asked.push(command)
    return replies[command] ?? null
  })
}
const keyFor = async (text: string) => (await detect({ 'show version': `Acme OS 4\n${text}` })).modelKey

test('the console tells a model by sysObjectID, by its text or by its name', async () => {
  assert.is(await keyFor('OID: 1.3.6.1.4.1.99999.1.25\nModel: A24 switch\n'), 'acme_a24_c1')
  assert.is(await keyFor('Model: B48 switch\n'), 'acme_b_series')
  assert.is(await keyFor('Model: A24 switch\nHardware: B1\n'), 'acme_a24')
  assert.is(await keyFor('Model: A24 switch\nHardware: C1\n'), 'acme_a24_c1')
})

test('a longer number is no other model, and what no model fits is the series', async () => {
  assert.is(await keyFor('Model: A245 switch\n'), 'acme_any')
  assert.is(await keyFor('Model: XA24 switch\n'), 'acme_any')
})

test('it never guesses: two models that fit, or an unknown text, give none and the reasons', async () => {
  const two = await detect({ 'show system': 'Bolt switch' })
  assert.is(two.modelKey, null)
  assert.equal(two.rejected.map(({ modelKey }) => modelKey).toSorted(), ['bolt_one', 'bolt_two'])
  assert.match(two.rejected[0]!.reason, /cannot be distinguished/)
  const none = await detect({ 'show version': 'Some other OS', 'show system': 'Hello' })
  assert.equal([none.modelKey, none.tier], [null, null])
})

test('only the commands of the families are asked, and none after the answer', async () => {
  await keyFor('Model: A24 switch\n')
  assert.is(asked.at(-1), 'show version')
  await detect({})
  assert.equal(asked.toSorted(), ['show system', 'show version'])
})

test('the console of an unknown device knows prompts of many vendors, and takes no table for one', () => {
  const profile = unknownConsole(index.models)
  const prompt = new RegExp(`^(?:${profile.modes['unknown']!.prompt.source})$`)
  for (const one of [
    'sw-17>',
    'sw-17#',
    '<sw-17>',
    '[admin@gw] > ',
    'DES-3028:admin#',
    '(sw-17) #',
    '-> ',
    'noc@r1:~$ ',
  ])
    assert.ok(prompt.test(one), one)
  for (const one of ['', '##########', '#', 'Username:', 'Password:', 'Port  Name   Status', '---- ------'])
    assert.not.ok(prompt.test(one), one)
  assert.equal(cliFindings(profile), [])
})
