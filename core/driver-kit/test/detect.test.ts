import { Type as T } from 'typebox'
import { suite, assert } from '@linecard/test-kit'
import {
  defineDriver,
  defineFamily,
  defineModule,
  implement,
  type Driver,
  type Implementation,
  type Model,
} from '@linecard/driver-kit'
import { buildIndex, checkDriver, resolveModules } from '@linecard/driver-kit/detection'
import { parseSnmprec } from '@linecard/driver-kit/recording'
import { replaySession } from '@linecard/driver-kit/testing'

const test = suite('detect')
const enterprise = '1.3.6.1.4.1.99999'
const module = (name: string) =>
  defineModule({
    name,
    kind: 'read',
    permission: 'device_show',
    summary: name,
    args: T.Object({}),
    result: T.Number(),
    example: 1,
  })
const gives = (name: string, value: number, options: { override?: true } = {}): Implementation =>
  implement(module(name), async () => value, options)
const sw = defineFamily({ id: 'sw', modules: [gives('system', 1)] })
const model = (key: string, detect: Model['detect'], more: Partial<Model> = {}): Model => ({
  key,
  name: key,
  type: 'SWITCH',
  family: sw,
  detect,
  ...more,
})
const driver = (id: string, models: Model[], more: Partial<Driver> = {}): Driver =>
  defineDriver({ id, vendor: 'Acme', api: 1, models, ...more })

const index = buildIndex([
  driver('acme', [
    model('acme_any', { objectId: enterprise }),
    model('acme_24', { objectId: `${enterprise}.1.24` }),
    model('acme_48', { objectId: `${enterprise}.1.48`, descr: /SW-48/ }),
    model('acme_48p', { objectId: `${enterprise}.1.48`, descr: /SW-48P/ }),
    model('acme_fw1', { objectId: `${enterprise}.2`, probe: { oid: '1.3.6.1.9.1.0', matches: /^V1/ } }),
    model('acme_fw2', { objectId: `${enterprise}.2`, probe: { oid: '1.3.6.1.9.1.0', matches: /^V2/ } }),
    model('acme_fw', { objectId: `${enterprise}.2` }),
    model('acme_rebadged', { descr: /^Acme OEM/ }),
  ]),
  driver('generic', [model('generic_snmp', { objectId: '1.3.6.1' })]),
])
const find = async (
  objectId: string | null,
  descr: string | null = null,
  answers?: Record<string, string>,
) => {
  const asked: string[] = []
  const detection = await index.detect(
    { objectId, descr },
    answers &&
      (async oid => {
        asked.push(oid)
        return answers[oid] ?? null
      }),
  )
  return { ...detection, asked }
}

test('the longest sysObjectID prefix wins', async () => {
  const detection = await find(`.${enterprise}.1.24.7`)
  assert.is(detection.modelKey, 'acme_24')
  assert.is(detection.tier, 'object_id')
  assert.is(detection.objectId, `${enterprise}.1.24.7`)
  assert.is((await find(`${enterprise}.1.249`)).modelKey, 'acme_any')
  assert.is((await find(`${enterprise}9.1`)).modelKey, 'generic_snmp')
})

test('sysDescr decides among models of one sysObjectID, the longest match first, and the others are rejected with a reason', async () => {
  assert.is((await find(`${enterprise}.1.48`, 'Acme SW-48 1.0')).modelKey, 'acme_48')
  const detection = await find(`${enterprise}.1.48`, 'Acme SW-48P 1.0')
  assert.is(detection.modelKey, 'acme_48p')
  assert.is(detection.tier, 'descr')
  assert.equal(detection.rejected, [{ modelKey: 'acme_48', reason: 'sysDescr matches acme_48p better' }])
  const other = await find(`${enterprise}.1.48`, 'SW-99')
  assert.is(other.modelKey, 'acme_any')
  assert.equal(
    other.rejected.map(({ reason }) => reason),
    ['sysDescr does not match /SW-48/', 'sysDescr does not match /SW-48P/'],
  )
})

test('probes are asked last, once an OID, and only when several models are left', async () => {
  const second = await find(`${enterprise}.2`, '', { '1.3.6.1.9.1.0': 'V2.3' })
  assert.is(second.modelKey, 'acme_fw2')
  assert.is(second.tier, 'probe')
  assert.equal(second.asked, ['1.3.6.1.9.1.0'])
  assert.ok(
    second.rejected.some(
      ({ modelKey, reason }) => modelKey === 'acme_fw1' && reason === '1.3.6.1.9.1.0 is "V2.3", not /^V1/',
    ),
  )
  assert.is((await find(`${enterprise}.2`, '', {})).modelKey, 'acme_fw')
  assert.is((await find(`${enterprise}.2`)).modelKey, 'acme_fw')
  assert.equal((await find(`${enterprise}.1.24`, '', {})).asked, [])
})

test('a model known by sysDescr alone, then the generic fallback, then nobody', async () => {
  assert.is((await find('1.3.6.1.4.1.55', 'Acme OEM box')).modelKey, 'acme_rebadged')
  const fallback = await find('1.3.6.1.4.1.55', 'something')
  assert.is(fallback.modelKey, 'generic_snmp')
  assert.is(fallback.tier, 'generic')
  assert.is((await find(null, null)).modelKey, 'generic_snmp')
  const alone = buildIndex([driver('acme', [model('acme_24', { objectId: `${enterprise}.1` })])])
  assert.equal(await alone.detect({ objectId: '1.3.6.1.4.1.55', descr: 'x' }), {
    modelKey: null,
    objectId: '1.3.6.1.4.1.55',
    descr: 'x',
    tier: null,
    rejected: [],
  })
})

const probe = (matches: RegExp) => ({ oid: '1.3.6.1.9', matches })
const contradiction = (...models: Model[]) => {
  try {
    buildIndex([driver('acme', models)])
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

test("a text that an operator wrote over sysDescr makes no device of another maker out of a known maker's number", async () => {
  const [zeta, netsnmp] = ['1.3.6.1.4.1.88888', '1.3.6.1.4.1.8072']
  const makers = buildIndex([
    driver('acme', [
      model('acme_24', { objectId: `${enterprise}.1.24` }),
      model('acme_oem', { descr: /Acme OEM/ }),
    ]),
    driver('zeta', [model('zeta_8', { objectId: `${zeta}.8` }), model('zeta_oem', { descr: /Zeta OEM/ })]),
    driver('generic', [model('generic_snmp', { objectId: '1.3.6.1' })]),
  ])
  const keyOf = async (objectId: string | null, descr: string) =>
    (await makers.detect({ objectId, descr })).modelKey
  assert.is(await keyOf(`${enterprise}.1.99`, 'Zeta OEM at the tower'), 'generic_snmp')
  assert.is(await keyOf(`${zeta}.9`, 'Acme OEM'), 'generic_snmp')
  assert.is(await keyOf(`${zeta}.9`, 'Zeta OEM'), 'zeta_oem')
  // Numbers that no driver knows, and those of agents that run on anything, say nothing of the maker.
  for (const number of ['1.3.6.1.4.1.77777.1', `${netsnmp}.3.2.10`, null])
    assert.is(await keyOf(number, 'Zeta OEM'), 'zeta_oem', String(number))
})

test('two models that detection cannot distinguish are a build error naming both', () => {
  const same = contradiction(model('one', { objectId: enterprise }), model('two', { objectId: enterprise }))
  assert.match(same, /acme\/two: cannot be distinguished from one/)
  assert.match(
    contradiction(
      model('one', { objectId: enterprise, descr: /SW/ }),
      model('two', { objectId: enterprise, descr: /SW/ }),
    ),
    /two: cannot be distinguished from one/,
  )
  assert.match(
    contradiction(
      model('one', { objectId: enterprise, descr: /SW-24\.1/ }),
      model('two', { objectId: enterprise, descr: /SW-2\d\.\d/ }),
    ),
    /cannot be distinguished/,
  )
  assert.match(
    contradiction(
      model('one', { objectId: enterprise, probe: probe(/V1/) }),
      model('two', { objectId: enterprise, probe: probe(/V1/) }),
    ),
    /cannot be distinguished/,
  )
  assert.match(
    contradiction(model('one', { descr: /SW/ }), model('two', { descr: /SW/ })),
    /cannot be distinguished/,
  )
  assert.is(
    contradiction(
      model('one', { objectId: enterprise, probe: probe(/V1/) }),
      model('two', { objectId: enterprise, probe: probe(/V2/) }),
    ),
    '',
  )
  assert.is(
    contradiction(
      model('one', { objectId: enterprise }),
      model('two', { objectId: enterprise, descr: /SW/ }),
    ),
    '',
  )
  assert.is(
    contradiction(model('one', [{ objectId: enterprise }, { objectId: enterprise, descr: /SW/ }])),
    '',
  )
})

test('a contradiction that no build can see is no guess either', async () => {
  const both = buildIndex([
    driver('acme', [
      model('one', { objectId: enterprise, descr: /SW-\d4/ }),
      model('two', { objectId: enterprise, descr: /SW-2\d/ }),
    ]),
  ])
  const detection = await both.detect({ objectId: enterprise, descr: 'SW-24' })
  assert.is(detection.modelKey, null)
  assert.equal(
    detection.rejected.map(({ reason }) => reason),
    ['cannot be distinguished from two', 'cannot be distinguished from one'],
  )
})

test('two drivers with one model key contradict each other', () => {
  assert.throws(
    () =>
      buildIndex([
        driver('acme', [model('one', { objectId: enterprise })]),
        driver('other', [model('one', { objectId: '1.3.6.1.4.1.5' })]),
      ]),
    /other\/one: the model key is used twice \(also by driver acme\)/,
  )
})

test('modules of a model: the family, its overrides, then the model', async () => {
  const family = {
    id: 'sw',
    modules: [gives('system', 1), gives('fdb', 1), gives('system', 2, { override: true })],
  }
  const own = gives('fdb', 3)
  const modules = resolveModules(model('one', { objectId: enterprise }, { family, modules: [own] }))
  assert.equal([...modules.keys()], ['system', 'fdb'])
  const session = replaySession(parseSnmprec('', 'empty'), {
    model: model('one', { objectId: enterprise }, { family }),
    modules,
  })
  assert.is(await modules.get('system')!.run(session, {}), 2)
  assert.is(await modules.get('fdb')!.run(session, {}), 3)
})

test('checkDriver finds everything at once', () => {
  const twice = defineFamily({
    id: 'sw',
    modules: [
      gives('system', 1),
      gives('system', 2),
      gives('other.thing', 1),
      gives('fdb', 1, { override: true }),
    ],
  })
  const broken = driver(
    'Bad_Id',
    [
      model('Bad-Key', { objectId: '.1.3.6', descr: /.*SW/g }, { family: twice }),
      model('one', {}, { family: { id: 'Nobody', modules: [], snmp: { maxRepetitions: 0 } }, ports: 0 }),
      model('two', { objectId: `${enterprise}.2` }, { family: { id: 'sw', modules: [] } }),
      model('three', { objectId: `${enterprise}.3` }, { family: undefined }),
      model('one', { objectId: enterprise, probe: { oid: 'sysName', matches: /x*/ } }),
    ],
    { vendor: '' },
  )
  const messages = checkDriver(broken).map(({ where, message }) => `${where}: ${message}`)
  for (const part of [
    'Bad_Id: the id is not',
    'Bad_Id: has no vendor',
    'sw: implements system twice',
    'must be named Bad_Id.<name>',
    'sw: overrides fdb, but no implementation',
    'Nobody: the id is not',
    'sw: two families have this id',
    'maxRepetitions is 0',
    'Bad-Key: the key is not',
    '".1.3.6" is not an OID',
    'has the flag g or y',
    'begins or ends with "anything"',
    'three: has no family',
    'has 0 ports',
    'neither sysObjectID nor sysDescr',
    '"sysName" is not an OID',
    'matches an empty text',
    'the model key is used twice',
  ]) {
    assert.ok(
      messages.some(message => message.includes(part)),
      `${part}\n${messages.join('\n')}`,
    )
  }
  assert.is(checkDriver(driver('acme', [model('one', { objectId: enterprise })])).length, 0)
  assert.ok(
    checkDriver({ id: 'x', vendor: 'X', api: 1, models: [] }).some(
      ({ message }) => message === 'has no models',
    ),
  )
})

test('a list of probes: all of them must match, and an unreadable value matches nothing', async () => {
  const [ports, firmware] = ['1.3.6.1.2.1.2.1.0', '1.3.6.1.9.1.0']
  const several = buildIndex([
    driver('acme', [
      model('eight', { objectId: enterprise, probe: { oid: ports, matches: /^14$/ } }),
      model('eight_v3', {
        objectId: enterprise,
        probe: [
          { oid: ports, matches: /^14$/ },
          { oid: firmware, matches: /^V3/ },
        ],
      }),
      model('any_v3', { objectId: enterprise, probe: { oid: firmware, matches: /^V3/ } }),
      model('any', { objectId: enterprise }),
    ]),
  ])
  const found = async (answers: Record<string, string>) =>
    (await several.detect({ objectId: enterprise, descr: '' }, async oid => answers[oid] ?? null)).modelKey
  assert.is(await found({ [ports]: '14', [firmware]: 'V1.6.0' }), 'eight')
  assert.is(await found({ [ports]: '14', [firmware]: 'V3.2.26' }), 'eight_v3')
  assert.is(await found({ [ports]: '4', [firmware]: 'V3.2.26' }), 'any_v3')
  assert.is(await found({ [firmware]: 'V3.2.26' }), 'any_v3')
  assert.is(await found({}), 'any')
})
