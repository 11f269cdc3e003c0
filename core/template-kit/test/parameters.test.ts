import { ApiError } from '@linecard/plugin-kit'
import { assert, cpuMs, suite } from '@linecard/test-kit'
import type { Parameter } from '../src/contract/parameter.ts'
import { formOf, paramsOf } from '../src/parameters/index.ts'

const test = suite('parameters')

const text = (key: string, more: Partial<Parameter> = {}): Parameter => ({
  key,
  name: key.toUpperCase(),
  type: 'input_string',
  ...more,
})
const variables = {
  user: { role: { id: 1 } },
  iface: { _technology: 'gpon', description: 'old text' },
  data: {
    pon_profiles: {
      line: [
        { id: 0, name: 'default' },
        { id: 1, name: 'LINE-100' },
        { id: 2, name: 'LINE-200', _display_name: 'mine' },
      ],
    },
    words: ['a', 'b'],
    twins: [{ name: 'x' }, { name: 'x' }, { name: 'y' }],
  },
  error: { vlans: 'no answer from the device' },
}
const line: Parameter = {
  key: 'line',
  name: 'Line profile',
  type: 'select_from_variable',
  source_parameter_key: 'data.pon_profiles.line',
  item_name: '${item.name} (${item.id})',
  item_filter: 'item.id != 0',
  required: true,
}
const mode: Parameter = {
  key: 'mode',
  name: 'Mode',
  type: 'select_from_predefined',
  variants_list: 'bridge\r\n\r\n router \nbridge\n',
  default_value: 'bridge',
}

function refused(parameters: readonly Parameter[], given: unknown): Record<string, string> {
  try {
    paramsOf(parameters, given, variables)
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error))
    assert.equal([error.type, error.code], ['VALIDATION_ERROR', 'TEMPLATE_PARAMS_WRONG'])
    return Object.fromEntries(error.details.map(({ path, message }) => [path, message]))
  }
  throw new Error('this should have been refused')
}

test('a form has its order, values, choices and what is visible', () => {
  const parameters = [
    text('vlan', { order: 2, regular_expr: '[0-9]{1,4}', visible_if: "params.mode === 'bridge'" }),
    { ...mode, order: 1 },
    { ...line, order: 3 },
    text('descr', { type: 'input_variable', source_parameter_key: 'iface.description', order: 4 }),
    text('admin_only', { order: 5, visible_if: 'user.role.id < 0' }),
  ]
  const fields = formOf(parameters, variables)
  assert.equal(
    fields.map(({ key, visible, value }) => [key, visible, value]),
    [
      ['mode', true, 'bridge'],
      ['vlan', true, null],
      ['line', true, null],
      ['descr', true, 'old text'],
      ['admin_only', false, null],
    ],
  )
  assert.equal(fields[0]!.options, [
    { value: 'bridge', label: 'bridge' },
    { value: 'router', label: 'router' },
  ])
  assert.equal(fields[2]!.options, [
    { value: '1', label: 'LINE-100 (1)' },
    { value: '2', label: 'LINE-200 (2)' },
  ])
  assert.equal([fields[1]!.options, fields[1]!.regular_expr, fields[2]!.required], [null, '[0-9]{1,4}', true])
  const routed = formOf(parameters, variables, { mode: 'router', vlan: '100' })
  assert.equal([routed[1]!.visible, routed[1]!.value], [false, null])
})

test('a form says why a field cannot be shown', () => {
  const lost = { ...line, source_parameter_key: 'data.vlans' }
  assert.equal(
    formOf([lost], variables)[0]!.problem,
    '`data.vlans` could not be read: no answer from the device',
  )
  const nowhere = { ...line, source_parameter_key: 'data.no.such' }
  assert.equal(formOf([nowhere], variables)[0]!.problem, 'there is no `data.no.such`')
  assert.equal(
    formOf([{ ...line, source_parameter_key: 'iface' }], variables)[0]!.problem,
    '`iface` is no list',
  )
  assert.ok(/no variable `itm`/.test(formOf([{ ...line, item_filter: 'itm.id' }], variables)[0]!.problem!))
  assert.ok(/no variable `usr`/.test(formOf([text('a1', { visible_if: 'usr.id' })], variables)[0]!.problem!))
  const many = { ...variables, many: Array.from({ length: 10_001 }, (_, id) => ({ id })) }
  assert.ok(
    /more than 10000/.test(
      formOf([{ ...line, item_filter: null, source_parameter_key: 'many' }], many)[0]!.problem!,
    ),
  )
})

test('a template sees the item of the list, with its label; its own label is kept', () => {
  assert.equal(paramsOf([line], { line: '1' }, variables), {
    line: { id: 1, name: 'LINE-100', _display_name: 'LINE-100 (1)' },
  })
  assert.equal(paramsOf([line], { line: 2 }, variables).line, {
    id: 2,
    name: 'LINE-200',
    _display_name: 'mine',
  })
  assert.equal(
    paramsOf([line], { line: 'LINE-100 (1)' }, variables).line,
    paramsOf([line], { line: '1' }, variables).line,
  )
  const words = {
    ...line,
    key: 'word',
    item_name: null,
    item_filter: null,
    source_parameter_key: 'data.words',
  }
  assert.equal(paramsOf([words], { word: 'b' }, variables), { word: 'b' })
})

test('an object of the caller only names an item', () => {
  const sent = { id: 1, name: 'x\nreload', extra: 'no shutdown' }
  assert.equal(paramsOf([line], { line: sent }, variables).line, {
    id: 1,
    name: 'LINE-100',
    _display_name: 'LINE-100 (1)',
  })
  for (const wrong of [{ id: 0 }, { id: 99 }, { name: 'LINE-100' }, {}, ['1'], true, '0', 'LINE-100; reload'])
    assert.equal(refused([line], { line: wrong }), { 'params.line': '"Line profile" is not in the list' })
  assert.equal(refused([line], { line: JSON.parse('{"__proto__":{"id":1}}') }), {
    'params.line': '"Line profile" is not in the list',
  })
})

test('items that cannot be told apart are refused, not guessed', () => {
  const twins = { ...line, item_name: null, item_filter: null, source_parameter_key: 'data.twins' }
  assert.equal(refused([twins], { line: 'x' }), { 'params.line': '"Line profile" is not in the list' })
  assert.equal(paramsOf([twins], { line: 'y' }, variables).line, { name: 'y', _display_name: 'y' })
})

test('defaults and variables fill what was not sent; empty stays empty', () => {
  const parameters = [
    mode,
    text('descr', { type: 'input_variable', source_parameter_key: 'iface.description' }),
  ]
  assert.equal(paramsOf(parameters, {}, variables), { mode: 'bridge', descr: 'old text' })
  assert.equal(paramsOf(parameters, { mode: '', descr: null }, variables), { mode: null, descr: null })
  assert.equal(paramsOf([text('vlan', { default_value: '7' })], null, variables), { vlan: '7' })
  assert.equal(paramsOf([text('vlan')], { vlan: 100 }, variables), { vlan: '100' })
})

test('required fields, patterns and lists: all mistakes at once, each with its field', () => {
  const parameters = [
    text('vlan', { required: true, regular_expr: '[0-9]{1,4}' }),
    text('name1', { regular_expr: '[a-z]+' }),
    { ...mode, required: true },
  ]
  assert.equal(refused(parameters, { name1: 'abc1', mode: 'nat' }), {
    'params.vlan': '"VLAN" is required',
    'params.name1': '"NAME1" does not match `[a-z]+`',
    'params.mode': '"Mode" is not in the list',
  })
  assert.equal(refused([{ ...line, source_parameter_key: 'data.vlans' }], {}), {
    'params.line':
      '"Line profile" cannot be chosen: `data.vlans` could not be read: no answer from the device',
  })
  assert.ok(
    /look-around/.test(refused([text('vlan', { regular_expr: '(?=1)1' })], { vlan: '1' })['params.vlan']!),
  )
})

test('a hidden field is null, whatever was sent for it, and hides what depends on it', () => {
  const parameters = [
    mode,
    text('vlan', { required: true, visible_if: "params.mode == 'bridge'", regular_expr: '[0-9]+', order: 1 }),
    text('cos', { required: true, visible_if: 'params.vlan != null', order: 2 }),
  ]
  assert.equal(paramsOf(parameters, { mode: 'router', vlan: 'x\ny', cos: '1' }, variables), {
    mode: 'router',
    vlan: null,
    cos: null,
  })
  assert.equal(refused(parameters, { vlan: '5' }), { 'params.cos': '"COS" is required' })
})

test('texts: one line, bounded, no other kinds', () => {
  for (const bad of ['a\nb', 'a\r', '\u0000', 'a\u2028b', 'a\u200bb', '\ud800', 'a\tb'])
    assert.ok(/one line without control/.test(refused([text('vlan')], { vlan: bad })['params.vlan']!), bad)
  assert.ok(/at most 1000/.test(refused([text('vlan')], { vlan: 'x'.repeat(1001) })['params.vlan']!))
  for (const bad of [{}, [], ['a'], true, false, Number.NaN, { toString: 'x' }])
    assert.equal(refused([text('vlan')], { vlan: bad }), { 'params.vlan': '"VLAN" must be a text' })
})

test('keys that are no fields, and prototypes', () => {
  assert.equal(refused([text('vlan')], { vlna: '1' }), {
    'params.vlna': 'there is no such field. Did you mean `vlan`?',
  })
  assert.ok('params.__proto__' in refused([text('vlan')], JSON.parse('{"__proto__": {"vlan": "1"}}')))
  assert.equal(paramsOf([text('constructor')], {}, variables), { constructor: null })
  assert.equal(paramsOf([text('vlan')], Object.create({ vlan: '1' }), variables), { vlan: null })
  assert.equal(refused([text('vlan')], ['1']), { params: 'must be an object: key of the field → value' })
  assert.equal(refused([text('vlan')], 'vlan'), { params: 'must be an object: key of the field → value' })
})

test('a catastrophic pattern and a huge list end quickly', () => {
  const started = cpuMs()
  assert.equal(
    Object.keys(refused([text('vlan', { regular_expr: '(a+)+' })], { vlan: `${'a'.repeat(900)}b` })),
    ['params.vlan'],
  )
  const many = Array.from({ length: 16_384 }, (_, id) => ({ id, name: `ONU ${id}` }))
  const slow = { ...line, source_parameter_key: 'many', item_filter: 'many.exists(x, x.id == item.id + 0.5)' }
  assert.ok(/takes too long/.test(formOf([slow], { many })[0]!.problem!))
  assert.ok(cpuMs() - started < 5000, `${cpuMs() - started} ms`)
})

test('a secret is seen by the template alone, has no default, and is long enough to be hidden', () => {
  const word = text('word', { type: 'secret', default_value: 'from the template' })
  assert.equal(paramsOf([word], { word: 'zq7Kx9' }, variables), { word: 'zq7Kx9' })
  assert.equal(paramsOf([word], {}, variables), { word: null })
  const [field] = formOf([word], variables, { word: 'zq7Kx9' })
  assert.equal([field!.value, field!.options], [null, null])
  assert.throws(
    () => paramsOf([word], { word: 'zq7' }, variables),
    (error: unknown) => error instanceof ApiError && /4 characters/.test(error.message),
  )
})
